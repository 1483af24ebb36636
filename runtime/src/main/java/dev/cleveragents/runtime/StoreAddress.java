package dev.cleveragents.runtime;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where the store is, as it is written in the configuration. It may hold a password: {@link
 * #toString} leaves out whatever is not known to be harmless.
 *
 * @param url {@code jdbc:sqlite:<file>} or {@code jdbc:postgresql://<host>/<database>?user=…}
 */
public record StoreAddress(String url) {

  /** The file in the home folder that is the store unless {@code store.url} says otherwise. */
  public static final String DEFAULT_FILE = "cleveragents.db";

  private static final String SQLITE = "jdbc:sqlite:";
  private static final String POSTGRESQL = "jdbc:postgresql:";

  /** Parameters whose values people may see. */
  private static final Set<String> HARMLESS =
      Set.of("user", "ssl", "sslmode", "currentSchema", "ApplicationName", "prepareThreshold");

  /**
   * Checks that it is an address.
   *
   * @throws IllegalArgumentException if not; the message says what to write and holds no secret
   */
  public StoreAddress {
    boolean sqlite = url.startsWith(SQLITE) && isFile(url.substring(SQLITE.length()));
    boolean postgresql = url.startsWith(POSTGRESQL) && url.length() > POSTGRESQL.length();
    if (!sqlite && !postgresql) {
      throw new IllegalArgumentException(
          "'%s' is no address of a store: it must be jdbc:sqlite:<file> or jdbc:postgresql://<host>/<database>"
              .formatted(shown(url)));
    }
  }

  /** The store in a file. */
  public static StoreAddress ofFile(Path file) {
    return new StoreAddress(SQLITE + file);
  }

  /** The same, with the file of a relative address taken to be in this folder. */
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

  private static boolean isFile(String name) {
    try {
      return !name.isBlank() && !name.startsWith(":") && Path.of(name).getFileName() != null;
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** The address without secrets, for people. */
  @Override
  public String toString() {
    return shown(url);
  }

  private static String shown(String url) {
    if (url.startsWith(SQLITE)) {
      return url;
    }
    int question = url.indexOf('?');
    String address =
        (question < 0 ? url : url.substring(0, question)).replaceFirst("//.*@", "//…@");
    return question < 0
        ? address
        : address
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
