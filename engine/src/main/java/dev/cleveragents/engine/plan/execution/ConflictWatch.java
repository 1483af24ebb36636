package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.actor.GuidanceRows;
import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.conflict.ConflictPrediction;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanConflicts;
import dev.cleveragents.engine.plan.PlanRows;
import dev.cleveragents.engine.plan.PlanTransaction;
import dev.cleveragents.engine.plan.Subplans;
import dev.cleveragents.engine.plan.brief.PlanBrief.Target;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.engine.subplan.SubplanRow.Progress;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.merge.ChildResult;
import dev.cleveragents.workspace.merge.Conflict;
import dev.cleveragents.workspace.merge.ConflictHunk;
import dev.cleveragents.workspace.merge.MergeRepository;
import dev.cleveragents.workspace.merge.MergeStrategy;
import dev.cleveragents.workspace.merge.Merged;
import dev.cleveragents.workspace.merge.Merger;
import dev.cleveragents.workspace.sandbox.store.SandboxRecord;
import dev.cleveragents.workspace.sandbox.store.SandboxState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Predicts the conflicts of running subplans: every few seconds their files as they are now are
 * merged, without changing any. Each pair of subplans is told once per path, and an agent that
 * works on the later one at its next turn.
 *
 * <ul>
 *   <li>Of the subplans that run on this machine, the first one in merge order watches for all.
 *   <li>It works in a thread of the scope of its job, until the source that {@link #start} returns
 *       is closed. A look that fails is left out.
 *   <li>It takes at most a tenth of the time, and looks at no more than {@value #MOST} sandboxes.
 * </ul>
 */
final class ConflictWatch {

  private static final Logger log = LoggerFactory.getLogger(ConflictWatch.class);

  private static final Duration INTERVAL = Duration.ofSeconds(2);
  private static final int MOST = 50;

  private final PlanServices services;
  private final PlanId subplan;
  private final PlanId parentId;
  private final Set<ConflictPrediction> told = new HashSet<>();

  private ConflictWatch(PlanServices services, PlanId subplan, PlanId parentId) {
    this.services = services;
    this.subplan = subplan;
    this.parentId = parentId;
  }

  /** Watches while a subplan runs; does nothing for another plan. */
  static CancellationSource start(ExecutionRun run) {
    CancellationSource ends = CancellationSource.linkedTo(run.token());
    PlanId parent = run.plan().kind().parent();
    if (parent != null && run.plan().brief().part() != null) {
      ConflictWatch watch = new ConflictWatch(run.services(), run.plan().id(), parent);
      Scope.current().fork("conflict prediction", () -> watch.run(ends.token()));
    }
    return ends;
  }

  private boolean run(CancellationToken token) throws InterruptedException {
    Duration pause = INTERVAL;
    while (!token.await(pause)) {
      long begin = System.nanoTime();
      try {
        look(token);
      } catch (CancelledException e) {
        return false;
      } catch (OperationException | StoreException e) {
        // A command may be changing the files at this moment.
        log.debug("No prediction of conflicts for plan {}", parentId, e);
      }
      Duration rest = Duration.ofNanos(System.nanoTime() - begin).multipliedBy(10);
      pause = rest.compareTo(INTERVAL) > 0 ? rest : INTERVAL;
    }
    return true;
  }

  /** The files of a subplan: where it runs, or what it has made. */
  private record Part(SubplanRow row, Optional<SandboxRecord> sandbox, List<Plan.Result> results) {}

  private void look(CancellationToken token) throws InterruptedException {
    Plan parent = services.database().read(it -> new PlanRows(it).require(parentId));
    List<SubplanRow> rows = services.database().read(it -> Subplans.of(it, parent));
    for (Target target : parent.brief().targets()) {
      List<Part> parts = parts(rows, target);
      Optional<Part> leader = parts.stream().filter(it -> it.sandbox().isPresent()).findFirst();
      if (parts.size() > 1 && leader.filter(it -> it.row().id().equals(subplan)).isPresent()) {
        Merged merged =
            services
                .sandboxes()
                .merges()
                .in(
                    target.resource(),
                    repository -> merge(repository, target, parts, token),
                    token);
        for (Conflict conflict : merged.conflicts()) {
          report(conflict, target, rows);
        }
      }
    }
  }

  private List<Part> parts(List<SubplanRow> rows, Target target) {
    List<Part> parts = new ArrayList<>();
    for (SubplanRow row : rows) {
      if (parts.size() < MOST && row.progress() == Progress.RUNNING) {
        services.sandboxes().of(row.id()).stream()
            .filter(it -> it.state() == SandboxState.ACTIVE)
            .filter(it -> it.resource().equals(target.resource().name()))
            .filter(it -> services.sandboxes().inventory().contents(it).isThere())
            .findFirst()
            .ifPresent(it -> parts.add(new Part(row, Optional.of(it), List.of())));
      } else if (parts.size() < MOST && row.progress() == Progress.COMPLETE) {
        Plan plan = services.database().read(it -> new PlanRows(it).require(row.id()));
        parts.add(new Part(row, Optional.empty(), plan.results()));
      }
    }
    return parts;
  }

  private Merged merge(
      MergeRepository repository, Target target, List<Part> parts, CancellationToken token)
      throws InterruptedException, IOException {
    List<ChildResult> results = new ArrayList<>();
    for (Part part : parts) {
      String name = part.row().id().toString();
      if (part.sandbox().isPresent()) {
        SandboxRecord sandbox = part.sandbox().get();
        String tree =
            services.sandboxes().inventory().contents(sandbox).into(repository, token).id();
        results.add(new ChildResult(part.row().number(), name, sandbox.base(), tree));
      } else {
        String base = base(part.row().id(), target);
        part.results().stream()
            .filter(it -> it.resource().equals(target.resource().name().toString()))
            .filter(it -> it.changed() > 0)
            .forEach(
                it -> results.add(new ChildResult(part.row().number(), name, base, it.tree())));
      }
    }
    return new Merger(repository).merge(target.base(), results, MergeStrategy.GIT_THREE_WAY, token);
  }

  private String base(PlanId plan, Target target) {
    return services.database().read(it -> new PlanRows(it).require(plan)).brief().targets().stream()
        .filter(it -> it.resource().name().equals(target.resource().name()))
        .findFirst()
        .orElseThrow()
        .base();
  }

  private void report(Conflict conflict, Target target, List<SubplanRow> rows) {
    List<Conflict.Side> sides = conflict.sides();
    for (Conflict.Side later : sides.subList(1, sides.size())) {
      ConflictPrediction prediction =
          new ConflictPrediction(
              target.resource().name().toString(),
              conflict.path(),
              lines(conflict.hunks()),
              PlanId.parse(sides.getFirst().children().getLast()),
              PlanId.parse(later.children().getFirst()));
      if (told.add(prediction.anywhere()) && isNew(prediction)) {
        store(prediction, rows);
      }
    }
  }

  /** Another one of the subplans may have watched before. */
  private boolean isNew(ConflictPrediction prediction) {
    return PlanConflicts.predicted(services.journal().audit(), parentId).stream()
        .noneMatch(it -> it.anywhere().equals(prediction.anywhere()));
  }

  private static String lines(List<ConflictHunk> hunks) {
    if (hunks.isEmpty()) {
      return "";
    }
    ConflictHunk last = hunks.getLast();
    int from = Math.max(1, hunks.getFirst().line());
    int to = Math.max(from, last.line() + last.base().size() - 1);
    return from == to ? "line " + from : "lines %d-%d".formatted(from, to);
  }

  private void store(ConflictPrediction prediction, List<SubplanRow> rows) {
    SubplanRow first = row(prediction.first(), rows);
    SubplanRow second = row(prediction.second(), rows);
    boolean laterRuns = second.progress() == Progress.RUNNING;
    SubplanRow hears = laterRuns ? second : first;
    SubplanRow other = laterRuns ? first : second;
    services
        .database()
        .write(
            transaction -> {
              PlanTransaction moves = services.journal().moves(transaction);
              Plan parent = moves.lock(parentId).orElseThrow();
              moves.append(
                  "conflict.predicted",
                  parent,
                  AuditEvent.data(
                      "resource", prediction.resource(),
                      "path", prediction.path(),
                      "lines", prediction.lines(),
                      "first", prediction.first().toString(),
                      "first_name", first.name(),
                      "second", prediction.second().toString(),
                      "second_name", second.name()));
              if (new PlanRows(transaction).require(hears.id()).brief().execution()
                  instanceof Work.ByModel) {
                new GuidanceRows(transaction)
                    .add(
                        services.journal().nextId(),
                        hears.id(),
                        services.journal().audit().redact(warning(prediction, other)),
                        services.now());
              }
              return parent;
            });
  }

  private static SubplanRow row(PlanId id, List<SubplanRow> rows) {
    return rows.stream().filter(it -> it.id().equals(id)).findFirst().orElseThrow();
  }

  private static String warning(ConflictPrediction prediction, SubplanRow other) {
    String where = prediction.lines().isEmpty() ? "" : ", " + prediction.lines();
    return "Plan %s (%s) is also changing %s%s. Leave these lines alone if you can, or make the smallest change there that fits to your goal."
        .formatted(other.id(), other.name(), prediction.path(), where);
  }
}
