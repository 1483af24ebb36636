package dev.cleveragents.workspace.apply.request;

import dev.cleveragents.workspace.Name;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outcome of an attempt to apply. */
public sealed interface ApplyOutcome {

  /**
   * Everything is applied.
   *
   * @param targets in the order of the request
   * @param kept paths that another process changed while it was being applied, after the point of
   *     no return: they keep the other process's version
   * @param hints worth telling the user
   */
  record Applied(List<AppliedTarget> targets, List<LocalConflict> kept, List<String> hints)
      implements ApplyOutcome {

    public Applied {
      targets = List.copyOf(targets);
      kept = List.copyOf(kept);
      hints = List.copyOf(hints);
    }
  }

  /**
   * The result for one resource.
   *
   * @param commit the new commit; null for a directory, and where nothing had to change
   * @param paths that were created, changed or deleted
   */
  record AppliedTarget(Name resource, @Nullable String commit, List<String> paths) {

    public AppliedTarget {
      paths = List.copyOf(paths);
    }
  }

  /** Nothing is applied, and everything is as it was: these are in the way. */
  record ApplyRefused(List<LocalConflict> overlaps) implements ApplyOutcome {

    public ApplyRefused {
      overlaps = List.copyOf(overlaps);
    }
  }

  /**
   * Nothing is applied, and everything is as it was: branches have moved since the plan began. The
   * results were merged with them without a conflict and wait to be validated and applied instead.
   *
   * @param targets only those whose branch has moved
   */
  record TargetMoved(List<MovedTarget> targets) implements ApplyOutcome {

    public TargetMoved {
      targets = List.copyOf(targets);
    }
  }

  /**
   * A branch that moved.
   *
   * @param base the commit it is at now: the base of the next attempt
   * @param tree the merged tree, kept as {@code refs/cleveragents/merged/PLAN}: the result of the
   *     next attempt
   */
  record MovedTarget(Name resource, String base, String tree) {}

  /**
   * Nothing is applied, and everything is as it was: branches have moved since the plan began, and
   * these paths were changed there as well as by the plan.
   */
  record Conflicts(List<LocalConflict> paths) implements ApplyOutcome {

    public Conflicts {
      paths = List.copyOf(paths);
    }
  }
}
