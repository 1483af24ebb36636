package dev.cleveragents.cli.settings;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.runtime.settings.Setting;
import dev.cleveragents.runtime.settings.SettingPaths;
import dev.cleveragents.store.machine.OwnerOnlyFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes or removes one setting of the configuration file. Only its line changes; the new file
 * replaces the old one only after it was read back and has the new value.
 */
public final class ConfigEdit {

  private static final Pattern TABLE = Pattern.compile("\\s*\\[.*");

  private final Path home;

  /**
   * @param home the folder of the file; created if missing
   */
  public ConfigEdit(Path home) {
    this.home = home;
  }

  /**
   * Writes a setting.
   *
   * @return the file
   * @throws ProblemException if the value is invalid, or the file is broken or cannot be written;
   *     then it is unchanged
   */
  public Path set(String name, String value) {
    requireValid(name, value);
    Path file = home.resolve(Settings.CONFIG);
    try {
      if (Files.exists(file)) {
        new ConfigFile(file).read();
      }
      OwnerOnlyFiles.createFolders(home);
      List<String> lines =
          Files.exists(file) ? new ArrayList<>(Files.readAllLines(file)) : new ArrayList<>();
      put(lines, name, quoted(value));
      replace(file, String.join("\n", lines) + "\n", name, value);
      return file;
    } catch (IOException e) {
      throw refused(ExitCode.FAILED, "Cannot write %s: %s.".formatted(file, e.getMessage()), null);
    }
  }

  /**
   * Removes a setting, so that its default applies.
   *
   * @return whether the file had it
   * @throws ProblemException if the file is broken or cannot be written; then it is unchanged
   */
  public boolean unset(String name) {
    Path file = home.resolve(Settings.CONFIG);
    try {
      if (Files.notExists(file) || !new ConfigFile(file).read().values().containsKey(name)) {
        return false;
      }
      List<String> lines = new ArrayList<>(Files.readAllLines(file));
      cut(lines, name);
      replace(file, String.join("\n", lines) + "\n", name, null);
      return true;
    } catch (IOException e) {
      throw refused(ExitCode.FAILED, "Cannot write %s: %s.".formatted(file, e.getMessage()), null);
    }
  }

  private void requireValid(String name, String value) {
    try {
      Settings.KEYS.stream()
          .filter(it -> it.name().equals(name))
          .forEach(it -> it.check(value, new SettingPaths(home, Path.of("/"), home)));
    } catch (IllegalArgumentException e) {
      throw refused(ExitCode.USAGE, e.getMessage() + ".", null);
    }
  }

  /**
   * Replaces the line of the key; else adds one to the table with the longest matching name; else
   * before the first table, because a key after a table's header belongs to that table.
   */
  private static void put(List<String> lines, String name, String value) {
    Integer free = null;
    String entry = "";
    for (String table : tablesOf(name)) {
      int from = table.isEmpty() ? 0 : afterHeader(lines, table);
      if (from < 0) {
        continue;
      }
      String here = "%s = %s".formatted(keyIn(table, name), value);
      int at = line(lines, from, keyIn(table, name));
      if (at >= 0) {
        lines.set(at, here);
        return;
      }
      if (free == null) {
        free = table.isEmpty() ? end(lines, from) : from;
        entry = here;
      }
    }
    lines.add(free == null ? 0 : free, entry);
  }

  private static void cut(List<String> lines, String name) {
    for (String table : tablesOf(name)) {
      int from = table.isEmpty() ? 0 : afterHeader(lines, table);
      int at = from < 0 ? -1 : line(lines, from, keyIn(table, name));
      if (at >= 0) {
        lines.remove(at);
        return;
      }
    }
  }

  private static String keyIn(String table, String name) {
    return table.isEmpty() ? name : name.substring(table.length() + 1);
  }

  /** The line of a key in the table whose entries start there, or -1. */
  private static int line(List<String> lines, int from, String key) {
    Pattern known = Pattern.compile("\\s*[\"']?" + Pattern.quote(key) + "[\"']?\\s*=.*");
    return IntStream.range(from, end(lines, from))
        .filter(at -> known.matcher(lines.get(at)).matches())
        .findFirst()
        .orElse(-1);
  }

  /** Where the table whose entries start there ends. */
  private static int end(List<String> lines, int from) {
    return IntStream.range(from, lines.size())
        .filter(at -> TABLE.matcher(lines.get(at)).matches())
        .findFirst()
        .orElse(lines.size());
  }

  /** The tables that may contain a key, the longest name first; the last one means no table. */
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

  private void replace(Path file, String text, String name, @Nullable String value)
      throws IOException {
    Path fresh = Files.createTempFile(home, "config", ".toml");
    try {
      Files.writeString(fresh, text);
      if (!has(fresh, name, value)) {
        throw refused(
            ExitCode.CONFLICT,
            "Cannot change %s line by line.".formatted(file),
            "Edit the file by hand to change '%s'.".formatted(name));
      }
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private static boolean has(Path file, String name, @Nullable String value) {
    try {
      Setting<String> written = new ConfigFile(file).read().values().get(name);
      return Objects.equals(written == null ? null : written.value(), value);
    } catch (ProblemException e) {
      return false;
    }
  }

  private static String quoted(String value) {
    if (value.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
      throw refused(ExitCode.USAGE, "A value cannot contain control characters.", null);
    }
    return "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static ProblemException refused(
      ExitCode exitCode, String message, @Nullable String hint) {
    return new ProblemException(new Problem(exitCode, message, hint, "agents config list"));
  }
}
