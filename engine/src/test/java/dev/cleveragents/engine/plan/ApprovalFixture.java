package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.engine.yaml.YamlSource;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.workspace.PlanId;
import java.util.List;

/** What the plans of a house ask before they use a tool. */
public record ApprovalFixture(PlanFixture fixture) {

  /** A profile, careful, that asks before what is said here and before nothing else. */
  public void profile(String yaml) {
    fixture.definitions.create(
        DefinitionKind.PROFILE, new YamlSource("p.yaml", "name: careful\nbased_on: ci\n" + yaml));
  }

  /** The profile careful asks before every use of a tool. */
  public void askBeforeEveryTool() {
    profile(
        "attended: true\nthresholds: {edit_file: 1.0, create_file: 1.0, delete_file: 1.0,"
            + " run_command: 1.0}\n");
  }

  /** Waits until a plan asks about this step. */
  public Approval about(PlanId plan, int step) {
    fixture.await(
        plan,
        it ->
            it.status().waitsFor() != null
                && fixture.plans.approvals().of(plan).stream()
                    .anyMatch(open -> Integer.valueOf(step).equals(open.step())));
    return fixture.plans.approvals().of(plan).orElseThrow();
  }

  /** Has a worker at work until a plan asks about this step. */
  public Approval askedBy(PlanId plan, int step) throws Exception {
    try (AsyncWorker _ = fixture.startWorker()) {
      return about(plan, step);
    }
  }

  /** Waits until a plan asks about this step, and says yes. */
  public void allow(PlanId plan, int step) {
    fixture.plans.approvals().grant(about(plan, step), "ana");
  }

  /** What the events of a type say of something. */
  public List<String> told(PlanId plan, String type, String name) {
    return fixture.log.log(EventFilter.ofPlan(plan), 0, 1000).stream()
        .filter(entry -> entry.event().type().equals(type))
        .map(entry -> String.valueOf(entry.event().data().get(name)))
        .toList();
  }
}
