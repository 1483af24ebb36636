package dev.cleveragents.exec.confine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Confines by {@code bwrap}: all file systems read-only but for devices and processes, and what the
 * confines open. It waits for the program and ends with its exit code. Process ids, network and
 * user stay as they are.
 *
 * @param bwrap the program
 */
public record Bubblewrap(Path bwrap) implements ConfinementWrapper {

  @Override
  public List<String> before(Path directory, ConfinementRules confines) {
    List<String> words = new ArrayList<>();
    words.add(bwrap.toString());
    words.addAll(List.of("--unshare-user", "--cap-drop", "CAP_SYS_ADMIN"));
    words.addAll(List.of("--ro-bind", "/", "/", "--dev-bind", "/dev", "/dev"));
    words.addAll(List.of("--bind", "/proc", "/proc"));
    for (ConfinementRules.Rule rule : confines.rules()) {
      String path = rule.path().toString();
      words.addAll(List.of(rule.writable() ? "--bind" : "--ro-bind", path, path));
    }
    words.addAll(List.of("--chdir", directory.toString(), "--"));
    return words;
  }

  @Override
  public boolean waits() {
    return true;
  }
}
