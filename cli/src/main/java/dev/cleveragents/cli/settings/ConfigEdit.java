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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes single settings into the configuration file. One line changes, the others stay as they
 * are; the file is put in place only after it was read back with the new value in it.
 */
public final class ConfigEdit {

  /** The settings that can be written. */
  public static final List<String> NAMES =
      List.of("format", "store.url", "sandbox.confine", "sandbox.writable");

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
      put(lines, name, "%s = %s".formatted(name, quoted(value)));
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
      default -> {}
    }
  }

  private static void requirePossible(Runnable attempt) {
    try {
      attempt.run();
    } catch (IllegalArgumentException e) {
      throw refused(ExitCode.USAGE, e.getMessage() + ".", null);
    }
  }

  /** Before the first table, because a key after it belongs to the table. */
  private static void put(List<String> lines, String name, String line) {
    int tables = 0;
    while (tables < lines.size() && !TABLE.matcher(lines.get(tables)).matches()) {
      tables++;
    }
    Pattern key = Pattern.compile("\\s*[\"']?" + Pattern.quote(name) + "[\"']?\\s*=.*");
    for (int i = 0; i < tables; i++) {
      if (key.matcher(lines.get(i)).matches()) {
        lines.set(i, line);
        return;
      }
    }
    Integer inTable = lineInTable(lines, tables, name);
    if (inTable == null) {
      lines.add(tables, line);
    } else {
      lines.set(inTable, line.substring(name.indexOf('.') + 1));
    }
  }

  private static @Nullable Integer lineInTable(List<String> lines, int from, String name) {
    int dot = name.indexOf('.');
    if (dot < 0) {
      return null;
    }
    Pattern header = Pattern.compile("\\s*\\[\\s*" + name.substring(0, dot) + "\\s*\\]\\s*(#.*)?");
    Pattern key = Pattern.compile("\\s*" + name.substring(dot + 1) + "\\s*=.*");
    boolean inside = false;
    for (int i = from; i < lines.size(); i++) {
      Matcher table = TABLE.matcher(lines.get(i));
      if (table.matches()) {
        inside = header.matcher(lines.get(i)).matches();
      } else if (inside && key.matcher(lines.get(i)).matches()) {
        return i;
      }
    }
    return null;
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
