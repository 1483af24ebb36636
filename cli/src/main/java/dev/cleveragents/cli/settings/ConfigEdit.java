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
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes one setting into the configuration file. Only its line changes; the new file replaces the
 * old one only after it was read back and has the new value.
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

  private void replace(Path file, String text, String name, String value) throws IOException {
    Path fresh = Files.createTempFile(home, "config", ".toml");
    try {
      Files.writeString(fresh, text);
      Setting<String> written;
      try {
        written = new ConfigFile(fresh).read().values().get(name);
      } catch (ProblemException e) {
        written = null;
      }
      if (written == null || !written.value().equals(value)) {
        throw refused(
            ExitCode.CONFLICT,
            "Cannot change %s line by line.".formatted(file),
            "Edit the file by hand to set '%s'.".formatted(name));
      }
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
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
