package dev.cleveragents.engine.sandbox;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.change.FileMode;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One change as git tells it with {@code --raw -z}.
 *
 * @param from the path before
 * @param path the path after
 */
record RawChange(Side before, Side after, String from, String path) {

  /** A file on one side, if it is there. */
  record Side(String mode, String object) {

    boolean isThere() {
      return !mode.equals("000000");
    }

    Optional<FileMode> fileMode() {
      return Arrays.stream(FileMode.values()).filter(it -> it.octal().equals(mode)).findFirst();
    }
  }

  boolean touchesSubmodule() {
    return before.mode.equals(Ledger.SUBMODULE) || after.mode.equals(Ledger.SUBMODULE);
  }

  /**
   * Reads what git printed.
   *
   * @throws PlanException if the name of a file is not UTF-8
   */
  static List<RawChange> parse(byte[] output) {
    List<String> items = items(output);
    List<RawChange> changes = new ArrayList<>();
    for (int i = 0; i < items.size(); ) {
      List<String> fields = List.of(items.get(i++).substring(1).split(" ", -1));
      String from = items.get(i++);
      boolean moved = fields.get(4).startsWith("R");
      changes.add(
          new RawChange(
              new Side(fields.get(0), fields.get(2)),
              new Side(fields.get(1), fields.get(3)),
              from,
              moved ? items.get(i++) : from));
    }
    return changes;
  }

  private static List<String> items(byte[] output) {
    try {
      return Git.split(output);
    } catch (GitException e) {
      throw new PlanException(
          PlanException.Kind.INVALID, String.valueOf(e.getMessage()), null, null, e);
    }
  }
}
