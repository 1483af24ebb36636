package dev.cleveragents.cli.settings;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Format;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.engine.sandbox.SharedPaths;
import dev.cleveragents.runtime.StoreAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes single settings into the configuration file. One line changes, the others stay as they
 * are; the file is put in place only after it was read back with the new value in it.
 */
public final class ConfigEdit {

  /** The settings that can be written. */
  public static final List<String> NAMES = List.copyOf(ConfigKeys.MEANINGS.keySet());

  private static final Pattern TABLE = Pattern.compile("\\s*\\[.*");

  private final Path home;

  /**
   * @param home the folder of the file; made if need be
   */
  public ConfigEdit(Path home) {
    this.home = home;
  }

  /**
   * Sets one.
   *
   * @return the file
   * @throws ProblemException if the value is none, or the file is broken or cannot be written; then
   *     it is as before
   */
  public Path set(String name, String value) {
    requirePossible(name, value);
    Path file = home.resolve(Settings.CONFIG);
    try {
      if (Files.exists(file)) {
        new ConfigFile(file).read();
      }
      Files.createDirectories(home);
      List<String> lines =
          Files.exists(file) ? new ArrayList<>(Files.readAllLines(file)) : new ArrayList<>();
      put(lines, name, quoted(value));
      replace(file, String.join("\n", lines) + "\n", name, value);
      return file;
    } catch (IOException e) {
      throw refused(
          ExitCode.FAILED, "%s cannot be written: %s.".formatted(file, e.getMessage()), null);
    }
  }

  private static void requirePossible(String name, String value) {
    if (name.equals("format") && Format.named(value).isEmpty()) {
      throw refused(
          ExitCode.USAGE,
          "'%s' is no format; there are %s.".formatted(value, String.join(", ", Format.names())),
          null);
    }
    switch (name) {
      case "store.url" -> requirePossible(() -> new StoreAddress(value));
      case "sandbox.confine" -> requirePossible(() -> Confining.mode(value));
      case "sandbox.writable" -> requirePossible(() -> SharedPaths.parse(value, Path.of("/")));
      case "format" -> {}
      default -> requirePossible(() -> ContextSettings.check(name, value));
    }
  }

  private static void requirePossible(Runnable attempt) {
    try {
      attempt.run();
    } catch (IllegalArgumentException e) {
      throw refused(ExitCode.USAGE, e.getMessage() + ".", null);
    }
  }

  /**
   * Where it stands already; else in the table whose name it begins with most of; else before the
   * first table, because a key after it belongs to the table.
   */
  private static void put(List<String> lines, String name, String value) {
    Integer free = null;
    String line = "";
    for (String table : tablesOf(name)) {
      int from = table.isEmpty() ? 0 : afterHeader(lines, table);
      if (from < 0) {
        continue;
      }
      String key = table.isEmpty() ? name : name.substring(table.length() + 1);
      String entry = "%s = %s".formatted(key, value);
      Pattern known = Pattern.compile("\\s*[\"']?" + Pattern.quote(key) + "[\"']?\\s*=.*");
      int at = from;
      while (at < lines.size() && !TABLE.matcher(lines.get(at)).matches()) {
        if (known.matcher(lines.get(at)).matches()) {
          lines.set(at, entry);
          return;
        }
        at++;
      }
      line = free == null ? entry : line;
      free = free == null ? Integer.valueOf(table.isEmpty() ? at : from) : free;
    }
    lines.add(free == null ? 0 : free, line);
  }

  /** The tables that a key may stand in, the longest name first; without one at the end. */
  private static List<String> tablesOf(String name) {
    List<String> tables = new ArrayList<>();
    for (int dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
      tables.add(name.substring(0, dot));
    }
    tables.add("");
    return tables;
  }

  private static int afterHeader(List<String> lines, String table) {
    Pattern header = Pattern.compile("\\s*\\[\\s*" + Pattern.quote(table) + "\\s*\\]\\s*(#.*)?");
    for (int i = 0; i < lines.size(); i++) {
      if (header.matcher(lines.get(i)).matches()) {
        return i + 1;
      }
    }
    return -1;
  }

  private void replace(Path file, String text, String name, String value) throws IOException {
    Path fresh = Files.createTempFile(home, "config", ".toml");
    try {
      Files.writeString(fresh, text);
      Config.Value written;
      try {
        written = new ConfigFile(fresh).read().value(name);
      } catch (ProblemException e) {
        written = null;
      }
      if (written == null || !written.text().equals(value)) {
        throw refused(
            ExitCode.CONFLICT,
            "%s is written in a way that cannot be changed line by line.".formatted(file),
            "Set '%s' in it by hand.".formatted(name));
      }
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private static String quoted(String value) {
    if (value.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
      throw refused(ExitCode.USAGE, "A value cannot have control characters.", null);
    }
    return "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static ProblemException refused(
      ExitCode exitCode, String message, @Nullable String hint) {
    return new ProblemException(new Problem(exitCode, message, hint, "agents config list"));
  }
}
