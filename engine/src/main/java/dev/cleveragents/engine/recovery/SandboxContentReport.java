package dev.cleveragents.engine.recovery;

import dev.cleveragents.workspace.change.Change;
import java.util.List;

/**
 * The work in a sandbox, compared with the work that is kept elsewhere.
 *
 * @param changes the changes from its base to its files, as far as they are known
 * @param only the paths in it, and refs of its own repository, that are nowhere else
 * @param note a few words for people
 */
public record SandboxContentReport(
    Kind kind, List<Change> changes, List<String> only, String note) {

  private static final int MOST_NAMED = 10;

  /** Where else its work is. */
  public enum Kind {
    /** Its files are those it began with. */
    NOTHING,
    /** All its changes are recorded in the store, byte for byte. */
    STORED,
    /** It holds changes that are recorded nowhere. */
    UNRECORDED,
    /** Its directory is gone; what was recorded is in the store. */
    GONE,
    /** Its owner lives and works in it. */
    IN_USE,
    /** It is on another machine. */
    ELSEWHERE,
    /** Its contents cannot be read. */
    UNREADABLE
  }

  public SandboxContentReport {
    changes = List.copyOf(changes);
    only = List.copyOf(only);
  }

  static SandboxContentReport of(Kind kind, String note) {
    return new SandboxContentReport(kind, List.of(), List.of(), note);
  }

  /** The loss if its directory is removed, for people; the first few by their names. */
  public String lost() {
    return only.isEmpty()
        ? note
        : String.join(", ", only.subList(0, Math.min(only.size(), MOST_NAMED)))
            + (only.size() > MOST_NAMED ? " and %d more".formatted(only.size() - MOST_NAMED) : "");
  }

  /** Whether its directory can be removed without loss. */
  public boolean isSpare() {
    return kind == Kind.NOTHING || kind == Kind.STORED || kind == Kind.GONE;
  }
}
