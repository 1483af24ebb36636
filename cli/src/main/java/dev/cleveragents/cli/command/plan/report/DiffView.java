package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.output.Data;
import dev.cleveragents.engine.plan.selection.ChangeSelection;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.FileState;
import dev.cleveragents.workspace.change.diff.DiffBuilder;
import dev.cleveragents.workspace.change.diff.DiffStat;
import dev.cleveragents.workspace.change.diff.FileDiff;
import dev.cleveragents.workspace.change.diff.Patch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The diff of a plan, from the store: available also after its sandbox is gone. */
public record DiffView(List<FileDiff> diffs) {

  private static final int WIDTH = 78;

  /** The most files to list before a question. */
  private static final int MOST_IN_SUMMARY = 12;

  public static DiffView of(CleverAgents agents, PlanId plan) {
    return of(agents, agents.changesets().net(plan));
  }

  static DiffView of(CleverAgents agents, List<Change> changes) {
    return new DiffView(DiffBuilder.on(agents.contents()).diff(changes));
  }

  public List<String> stat() {
    return DiffStat.lines(diffs, WIDTH);
  }

  /**
   * The same before a question: of many files only the first, and the totals.
   *
   * @param all the command that shows all of it
   */
  public List<String> summary(String all) {
    List<String> lines = stat();
    int more = diffs.size() - MOST_IN_SUMMARY;
    if (more <= 0) {
      return lines;
    }
    List<String> first = new ArrayList<>(lines.subList(0, MOST_IN_SUMMARY));
    first.add(" … and %,d more; '%s' shows all".formatted(more, all));
    first.add(lines.getLast());
    return first;
  }

  public String sum() {
    return diffs.isEmpty() ? "nothing" : DiffStat.sum(diffs);
  }

  /** The diff for users, with numbered hunks. */
  public String text() {
    return Patch.numbered(diffs);
  }

  /** The selected part. */
  public DiffView only(ChangeSelection chosen) {
    return new DiffView(diffs.stream().map(chosen::partOf).flatMap(Optional::stream).toList());
  }

  /** A patch for {@code git apply}. */
  byte[] patch() {
    return Patch.of(diffs);
  }

  public List<Data> data() {
    return diffs.stream().map(DiffView::data).toList();
  }

  private static Data data(FileDiff diff) {
    Change change = diff.change();
    return Data.of("path", change.path())
        .with("resource", change.resource())
        .with("operation", change.operation().name().toLowerCase(Locale.ROOT))
        .with("moved_from", change.movedFrom())
        .with("added", diff.added())
        .with("removed", diff.removed())
        .with("hunks", diff.hunks().size())
        .with("binary", diff.isBinary())
        .with("before", hash(change.before()))
        .with("after", hash(change.after()));
  }

  private static @Nullable String hash(@Nullable FileState state) {
    return state == null ? null : state.hash();
  }
}
