package dev.cleveragents.workspace.apply;

import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.apply.files.UnreplaceableException;
import dev.cleveragents.workspace.apply.files.WriteAdvice;
import dev.cleveragents.workspace.apply.git.BranchMerge;
import dev.cleveragents.workspace.apply.git.BranchMerge.Merged;
import dev.cleveragents.workspace.apply.git.GitCalls;
import dev.cleveragents.workspace.apply.journal.JournalStore;
import dev.cleveragents.workspace.apply.request.ApplyOutcome;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.Applied;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.ApplyRefused;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.Conflicts;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.MovedTarget;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.TargetMoved;
import dev.cleveragents.workspace.apply.request.ApplyRefusal;
import dev.cleveragents.workspace.apply.request.ApplyRequest;
import dev.cleveragents.workspace.apply.request.ApplyRules;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.ApplyTarget;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Applies the result of a plan to the real resources: all of it or nothing.
 *
 * <p>A plan is applied once: asked again for one that was applied, this answers what came of it
 * then. Until the journal is COMMITTED it can be cancelled, and then, as after any failure,
 * everything is as before; from then on it is finished, by this call or by {@link ApplyRecovery}.
 * Safe for any number of threads and processes.
 */
public final class ApplyService {

  /** How long another process may take to settle a journal; one that takes longer is frozen. */
  private static final Duration OTHERS_SETTLE_WITHIN = Duration.ofSeconds(10);

  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  private final JournalStore journals;
  private final ApplyRecovery recovery;
  private final CommandRunner commands;
  private final UlidGenerator ids;
  private final ApplyStep.Listener steps;

  public ApplyService(Database database, DatabaseJobStore jobs, CommandRunner commands) {
    this(database, jobs, commands, database.clock().ids(), ApplyStep.Listener.NONE);
  }

  ApplyService(
      Database database,
      DatabaseJobStore jobs,
      CommandRunner commands,
      UlidGenerator ids,
      ApplyStep.Listener steps) {
    this.journals = new JournalStore(database, jobs);
    this.recovery = new ApplyRecovery(database, jobs, commands);
    this.commands = commands;
    this.ids = ids;
    this.steps = steps;
  }

  /**
   * Applies. Refused, moved and in conflict are answers, not exceptions; after them and after any
   * exception that is thrown before the COMMIT everything is as it was.
   *
   * @throws OperationException if the lease is over, or an operation failed
   * @throws dev.cleveragents.kernel.cancel.CancelledException if the token was cancelled in time
   */
  public ApplyOutcome apply(ApplyRequest request, CancellationToken token)
      throws InterruptedException {
    return apply(request, _ -> Map.of(), token);
  }

  /**
   * Applies, once the user's own rules allow it.
   *
   * @param rules asked when nothing else is in the way, and only if anything is to be changed
   */
  public ApplyOutcome apply(ApplyRequest request, ApplyRules rules, CancellationToken token)
      throws InterruptedException {
    try {
      Optional<Applied> earlier = earlier(request, token);
      if (earlier.isPresent()) {
        return earlier.get();
      }
      List<ApplyCandidate> candidates = new ArrayList<>();
      List<LocalConflict> overlaps = new ArrayList<>();
      for (ApplyTarget target : request.targets()) {
        try {
          candidates.add(ApplyCandidate.look(target, git(target, token)));
        } catch (ApplyRefusal e) {
          overlaps.addAll(e.overlaps());
        }
      }
      if (!overlaps.isEmpty()) {
        return new ApplyRefused(overlaps);
      }
      Optional<ApplyOutcome> moved = merged(request, candidates);
      return moved.isPresent() ? moved.get() : commit(request, rules, candidates);
    } catch (ApplyRefusal e) {
      return new ApplyRefused(e.overlaps());
    } catch (UnreplaceableException e) {
      throw new OperationException(
          OperationException.Kind.FAILED,
          "Applying plan %s failed: %s".formatted(request.plan(), e.getMessage()),
          "Solve that; the next apply first puts back or finishes the remaining files",
          NextAction.of(Verb.APPLY_PLAN, request.plan()),
          e);
    } catch (IOException e) {
      throw OperationException.failed(
          "Applying plan %s failed: %s".formatted(request.plan(), WriteAdvice.describe(e)), e);
    }
  }

  private ApplyOutcome commit(
      ApplyRequest request, ApplyRules rules, List<ApplyCandidate> candidates)
      throws IOException, InterruptedException, ApplyRefusal {
    boolean changes = candidates.stream().anyMatch(it -> !it.changesNothing());
    Map<Name, String> messages = changes ? rules.messages(request) : Map.of();
    return new ApplyTransaction(request, messages, journals, ids.next().toString(), steps)
        .apply(candidates);
  }

  /** The outcome of an earlier attempt to apply the plan, once its journal is settled. */
  private Optional<Applied> earlier(ApplyRequest request, CancellationToken token)
      throws IOException, InterruptedException {
    for (JournalStore.Row row : journals.of(request.plan())) {
      if (!isSettled(row, token)) {
        throw OperationException.conflict(
            "Plan %s is being applied by another process; wait for it".formatted(request.plan()),
            NextAction.of(Verb.SHOW_PLAN, request.plan()));
      }
    }
    return journals.of(request.plan()).stream()
        .filter(row -> row.state() == JournalStore.State.DONE)
        .map(row -> row.content().applied())
        .findFirst();
  }

  /** Settles a journal, or waits a while for the process that holds it. */
  private boolean isSettled(JournalStore.Row row, CancellationToken token)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + OTHERS_SETTLE_WITHIN.toNanos();
    while (recovery.settle(row) == ApplyRecovery.Settled.BUSY) {
      if (System.nanoTime() - end > 0) {
        return false;
      }
      token.await(LOOK_EVERY);
      token.throwIfCancelled();
    }
    return true;
  }

  /** Merges with every branch that has moved; empty if none has. */
  private Optional<ApplyOutcome> merged(ApplyRequest request, List<ApplyCandidate> candidates)
      throws IOException, InterruptedException {
    List<MovedTarget> moved = new ArrayList<>();
    List<LocalConflict> conflicts = new ArrayList<>();
    for (ApplyCandidate candidate : candidates) {
      if (candidate instanceof ApplyCandidate.OfGit git && git.hasMoved()) {
        BranchMerge merging =
            new BranchMerge(
                request.plan(),
                git.target().resource().name(),
                git.git(),
                git.checkout().gitDir(),
                ids.next());
        switch (merging.merge(git.target().base(), git.now(), git.target().result())) {
          case Merged.Clean(MovedTarget target) -> moved.add(target);
          case Merged.InConflict(List<LocalConflict> paths) -> conflicts.addAll(paths);
        }
      }
    }
    if (!conflicts.isEmpty()) {
      return Optional.of(new Conflicts(conflicts));
    }
    return moved.isEmpty() ? Optional.empty() : Optional.of(new TargetMoved(moved));
  }

  private GitCalls git(ApplyTarget target, CancellationToken token) {
    return new GitCalls(new Git(commands, target.resource().location()), token);
  }
}
