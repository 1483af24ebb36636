package dev.cleveragents.runtime.settings;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The address of the store in the configuration. It may hold a password: {@link #toString} leaves
 * out every parameter that is not known to be harmless.
 *
 * @param url {@code jdbc:sqlite:<file>} or {@code jdbc:postgresql://<host>/<database>?user=…}
 */
public record StoreAddress(String url) {

  /** The file in the home folder that is the store unless {@code store.url} says otherwise. */
  public static final String DEFAULT_FILE = "cleveragents.db";

  private static final String SQLITE = "jdbc:sqlite:";
  private static final String HOST = "(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?";
  private static final Pattern SERVER =
      Pattern.compile(
          "jdbc:postgresql://(?<hosts>%s(,%s)*)/[^/?@:&;=]*(?<query>([?].*)?)"
              .formatted(HOST, HOST));
  private static final Pattern PORT = Pattern.compile(":([0-9]{1,5})(?=,|$)");

  /** Parameters whose values may be shown. */
  private static final Set<String> HARMLESS =
      Set.of("user", "ssl", "sslmode", "currentSchema", "ApplicationName", "prepareThreshold");

  /**
   * Checks that it is an address.
   *
   * @throws IllegalArgumentException if not; the message says what to write and holds no secret
   */
  public StoreAddress {
    boolean sqlite = url.startsWith(SQLITE) && isFile(url.substring(SQLITE.length()));
    if (!sqlite && !isServer(url)) {
      throw new IllegalArgumentException(
          "'%s' is not a store address: it must be jdbc:sqlite:<file> or jdbc:postgresql://<host>/<database>?user=<user>&password=<password>"
              .formatted(shown(url)));
    }
  }

  /** The store in a file. */
  public static StoreAddress ofFile(Path file) {
    return ofFile(file.toString());
  }

  static StoreAddress ofFile(String file) {
    return new StoreAddress(SQLITE + file);
  }

  /** The same, with a relative file resolved against this folder. */
  public StoreAddress in(Path folder) {
    return url.startsWith(SQLITE)
        ? ofFile(folder.resolve(url.substring(SQLITE.length())).normalize())
        : this;
  }

  /** Its file, if it is one. */
  public Optional<Path> file() {
    return url.startsWith(SQLITE)
        ? Optional.of(Path.of(url.substring(SQLITE.length())))
        : Optional.empty();
  }

  /** Stricter than the driver, which logs an invalid address with its secrets. */
  private static boolean isServer(String url) {
    Matcher matcher = SERVER.matcher(url);
    if (!matcher.matches()) {
      return false;
    }
    try {
      URLDecoder.decode(matcher.group("query"), StandardCharsets.UTF_8);
      return PORT.matcher(matcher.group("hosts"))
          .results()
          .mapToInt(port -> Integer.parseInt(port.group(1)))
          .allMatch(port -> port >= 1 && port <= 65_535);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isFile(String name) {
    try {
      return !name.isBlank() && !name.startsWith(":") && Path.of(name).getFileName() != null;
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** The address without secrets, for users. */
  @Override
  public String toString() {
    return shown(url);
  }

  private static String shown(String url) {
    if (url.startsWith(SQLITE)) {
      return url;
    }
    int question = url.indexOf('?');
    if (!SERVER.matcher(url).matches()) {
      String end = url.substring(url.lastIndexOf('@') + 1);
      return (end.length() < url.length() ? "…@" : "") + end.replaceFirst("[?&;].*", "?…");
    }
    return question < 0
        ? url
        : url.substring(0, question)
            + Arrays.stream(url.substring(question + 1).split("&"))
                .map(StoreAddress::parameter)
                .collect(Collectors.joining("&", "?", ""));
  }

  private static String parameter(String parameter) {
    int equals = parameter.indexOf('=');
    String name = equals < 0 ? "" : parameter.substring(0, equals);
    return HARMLESS.contains(name) ? parameter : name.replaceAll("[^A-Za-z]", "") + "=…";
  }
}
