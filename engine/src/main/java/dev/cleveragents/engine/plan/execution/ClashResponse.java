package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.check.CheckResult;
import dev.cleveragents.engine.clash.ClashPolicy;
import dev.cleveragents.engine.clash.ClashSearch;
import dev.cleveragents.engine.clash.ClashSearch.Clash;
import dev.cleveragents.engine.clash.ClashSearch.Green;
import dev.cleveragents.engine.clash.ClashSearch.Outcome;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.Subplans;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.workspace.sandbox.ResourceTrees;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a plan does when checks fail on the merged files of its subplans: it searches which of them
 * cause that, says so, and follows its policy. Trials run in the plan's own sandboxes, which have
 * the merged files again afterwards; a check runs on equal files once.
 */
final class ClashResponse {

  /** No trial begins later than this after the first. */
  private static final Duration DEADLINE = Duration.ofHours(1);

  private final ExecutionRun run;
  private final Work.BySubplans work;
  private final List<Plan> parts;
  private final Map<String, List<CheckResult>> failedByTree = new HashMap<>();
  private final Map<List<Integer>, List<CheckResult>> failedBySet = new HashMap<>();

  /**
   * @param parts the subplans whose results are in the files, in merge order
   */
  ClashResponse(ExecutionRun run, Work.BySubplans work, List<Plan> parts) {
    this.run = run;
    this.work = work;
    this.parts = parts;
  }

  /**
   * Searches the cause of findings on the merged files.
   *
   * @return what is to be repaired, with the cause; empty if the files are others now
   * @throws PhaseFailedException if the plan stops at a clash
   */
  Optional<ValidationFindings> to(ValidationFindings findings) throws InterruptedException {
    Set<String> names =
        findings.failed().stream().map(CheckResult::name).collect(Collectors.toSet());
    List<ValidationSpec> red =
        run.plan().brief().checks().stream()
            .filter(it -> names.contains(it.name().forPeople()))
            .toList();
    if (red.isEmpty()) {
      return Optional.of(findings);
    }
    ResourceTrees merged = run.sandboxes().look(run.token());
    failedByTree.put(merged.id(), findings.failed());
    long end = System.nanoTime() + DEADLINE.toNanos();
    ClashSearch search =
        new ClashSearch(needs(), it -> attempt(it, red), () -> System.nanoTime() - end < 0);
    boolean lands = work.clash() == ClashPolicy.LAND_GREEN;
    Green green = lands ? search.largestGreen() : new Green(List.of(), List.of(search.smallest()));
    run.sandboxes().restore(merged, run.token());
    String cause =
        green.clashes().stream()
            .map(it -> words(it, findings.failed()))
            .collect(Collectors.joining("\n"));
    run.recorder()
        .store(
            run.recorder()
                .change(
                    (moves, plan) ->
                        moves.append("clash.found", plan, AuditEvent.data("what", cause))));
    if (!green.members().isEmpty()) {
      land(green, cause);
      return Optional.empty();
    }
    ValidationFindings explained = findings.explainedBy(cause);
    boolean clash = green.clashes().getFirst().members().size() > 1;
    if (clash && work.clash() != ClashPolicy.REPAIR) {
      throw explained.unrepaired("fail");
    }
    return Optional.of(explained);
  }

  private Outcome attempt(List<Integer> members, List<ValidationSpec> red)
      throws InterruptedException {
    run.token().throwIfCancelled();
    run.recorder()
        .store(
            run.recorder()
                .change(
                    (moves, plan) ->
                        moves.append(
                            "clash.searching",
                            plan,
                            AuditEvent.data("subplans", members.size(), "of", parts.size()))));
    SubplanTrees trees = SubplanTrees.complete(run, members.stream().map(parts::get).toList());
    if (!trees.open().isEmpty()) {
      return Outcome.UNRESOLVED;
    }
    trees.restore();
    ResourceTrees files = run.sandboxes().look(run.token());
    List<CheckResult> failed = failedByTree.get(files.id());
    if (failed == null) {
      failed = run.validator().attempt(red, run.sandboxes(), files);
      failedByTree.put(files.id(), failed);
    }
    failedBySet.put(members, failed);
    return failed.isEmpty() ? Outcome.PASSED : Outcome.FAILED;
  }

  /** For each part the positions of all that it depends on, also through others. */
  private List<Set<Integer>> needs() {
    List<SubplanRow> rows =
        run.services().database().read(transaction -> Subplans.of(transaction, run.plan()));
    Map<String, List<String>> dependsOn =
        rows.stream().collect(Collectors.toMap(SubplanRow::name, SubplanRow::dependsOn));
    List<String> names = parts.stream().map(ClashResponse::name).toList();
    List<Set<Integer>> needs = new ArrayList<>();
    for (String name : names) {
      Set<Integer> needed = new HashSet<>();
      // What a part depends on is merged before it.
      for (String other : dependsOn.getOrDefault(name, List.of())) {
        int position = names.indexOf(other);
        if (position >= 0 && position < needs.size()) {
          needed.add(position);
          needed.addAll(needs.get(position));
        }
      }
      needs.add(needed);
    }
    return needs;
  }

  private static String name(Plan part) {
    return SubplanMerge.name(part);
  }

  /** The clash in a sentence. */
  private String words(Clash clash, List<CheckResult> onAll) {
    List<Integer> members = clash.members();
    String checks =
        failedBySet.getOrDefault(members, onAll).stream()
            .map(CheckResult::name)
            .distinct()
            .collect(Collectors.joining(", "));
    String named = ClashText.names(members.stream().map(it -> name(parts.get(it))).toList());
    return ClashText.of(clash, named, checks);
  }

  /** Makes the green subplans the result, as a step of its own. */
  private void land(Green green, String cause) throws InterruptedException {
    List<Plan> landed = green.members().stream().map(parts::get).toList();
    List<String> leftOut =
        parts.stream().filter(it -> !landed.contains(it)).map(ClashResponse::name).toList();
    new SubplanMerge(run).land(landed, leftOut, cause);
  }
}
