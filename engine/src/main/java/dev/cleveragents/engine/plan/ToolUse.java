package dev.cleveragents.engine.plan;

import dev.cleveragents.context.safety.Secrets;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.change.ChangesetHandle;
import dev.cleveragents.engine.change.ChangesetHandle.Recorded;
import dev.cleveragents.engine.change.Contents;
import dev.cleveragents.engine.change.Origin;
import dev.cleveragents.engine.change.PlanExecutionContext;
import dev.cleveragents.engine.sandbox.Captured;
import dev.cleveragents.engine.sandbox.Sandbox;
import dev.cleveragents.engine.sandbox.SandboxGroup;
import dev.cleveragents.engine.sandbox.Trees;
import dev.cleveragents.engine.tool.ToolCall;
import dev.cleveragents.engine.tool.ToolResult;
import dev.cleveragents.engine.tool.Tools;
import dev.cleveragents.exec.LastWords;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One step that uses a tool. All sandboxes of the plan are looked at before and after it, and
 * whatever changed in any of them is recorded with its resource. Before it a checkpoint is kept.
 * What a step that failed has changed is kept too, as a changeset that is no part of the plan; the
 * step is done again, in new sandboxes, from the files as they were before it.
 */
final class ToolUse {

  private static final Logger log = LoggerFactory.getLogger(ToolUse.class);

  private final PlanExecutionContext context;
  private final Tools tools;
  private final Progress progress;
  private final boolean readOnly;
  private final ContextFile contextFile;

  /** How many ignored files the commands before have made. */
  private long ignored;

  ToolUse(PlanExecutionContext context, Workshop workshop, Plan plan, Progress progress) {
    this.context = context;
    this.tools = workshop.tools();
    this.progress = progress;
    this.readOnly = plan.brief().rules().readOnly();
    this.contextFile = new ContextFile(workshop.context(), plan, progress);
  }

  /**
   * Which step it is, by whom, and where.
   *
   * @param group all sandboxes of the plan
   * @param sandbox the one that the tool works in
   */
  record Place(int number, String actor, SandboxGroup group, Sandbox sandbox) {}

  void run(ToolCall call, Place place, CancellationToken token) throws InterruptedException {
    int number = place.number();
    SandboxGroup group = place.group();
    ChangesetHandle changeset = context.startChangeset(number);
    Trees before = group.look(token);
    progress.toolStarts(number, call, before);
    ToolResult result = tools.run(told(call, place, token), group, place.sandbox(), token);
    Origin origin = new Origin(call.tool(), "step-" + number, place.actor());
    if (!result.succeeded()) {
      leave(changeset, call, new Left(before, place, origin, result.message(), result), token);
      throw new StepFailedException(
          result.transientTrouble() ? "timeout" : "command",
          "Step %d, %s: %s%s"
              .formatted(number, call.describe(), result.message(), LastWords.of(result.output())),
          result.transientTrouble(),
          null);
    }
    List<Captured> changes = group.changes(before, group.look(token), token);
    Optional<StepFailedException> refusal = refusal(changes, place);
    if (refusal.isPresent()) {
      String why = String.valueOf(refusal.get().getMessage());
      leave(changeset, call, new Left(before, place, origin, why, result), token);
      throw refusal.get();
    }
    record(changeset, changes, origin);
    Progress.Made made = new Progress.Made(changes.size(), newlyIgnored(call, group, token));
    changeset.complete(progress.toolDone(number, call, result, made));
  }

  /** A command is told where the sandboxes are, and what it asks about them. */
  private ToolCall told(ToolCall call, Place place, CancellationToken token)
      throws InterruptedException {
    return call instanceof ToolCall.Run run
        ? contextFile.toldOf(run, place.sandbox(), token).alsoTold(place.group().directories())
        : call;
  }

  /** How many ignored files a command has made; other tools make none. */
  private long newlyIgnored(ToolCall call, SandboxGroup group, CancellationToken token)
      throws InterruptedException {
    if (!(call instanceof ToolCall.Run)) {
      return 0;
    }
    long before = ignored;
    ignored = group.ignoredCreated(token);
    return Math.max(0, ignored - before);
  }

  private Optional<StepFailedException> refusal(List<Captured> changes, Place place) {
    SandboxGroup group = place.group();
    if (readOnly && !changes.isEmpty()) {
      return refusal(
          "The plan may change nothing, but step %d changed %s"
              .formatted(place.number(), group.nameOf(changes.getFirst().change())),
          "Use an action that is not read_only");
    }
    // What was taken out of a text for somebody to read must not be written back over a secret.
    return changes.stream()
        .filter(it -> Secrets.marks(it.after()) > Secrets.marks(it.before()))
        .findFirst()
        .flatMap(
            marked ->
                refusal(
                    "Step %d would write a redaction mark into %s, where a secret may stand"
                        .formatted(place.number(), group.nameOf(marked.change())),
                    "Let the actor leave that line as it is"));
  }

  private static Optional<StepFailedException> refusal(String message, String hint) {
    return Optional.of(new StepFailedException("policy", message, false, hint));
  }

  /**
   * A step that failed.
   *
   * @param before how the files were before it
   */
  private record Left(Trees before, Place place, Origin origin, String why, ToolResult result) {}

  /**
   * Ends a step that failed. What it had changed goes on record, if that can be: the failure is
   * what counts.
   */
  private void leave(ChangesetHandle changeset, ToolCall call, Left left, CancellationToken token)
      throws InterruptedException {
    SandboxGroup group = left.place().group();
    try {
      record(changeset, group.changes(left.before(), group.look(token), token), left.origin());
    } catch (PlanException e) {
      log.warn("What step {} left behind is only in its sandbox", changeset.step(), e);
    }
    changeset.abandon(
        progress.toolFailed(
            left.place().number(),
            call,
            new Progress.Failure(left.why(), left.result().output()),
            left.before(),
            changeset.id()));
  }

  private static void record(ChangesetHandle changeset, List<Captured> changes, Origin origin) {
    List<Recorded> recorded = new ArrayList<>();
    for (Captured captured : changes) {
      recorded.add(new Recorded(captured.change(), contents(captured), origin));
    }
    changeset.recordAll(recorded);
  }

  private static Contents contents(Captured captured) {
    return Contents.of(
        Stream.of(captured.before(), captured.after())
            .flatMap(Optional::stream)
            .toArray(byte[][]::new));
  }
}
