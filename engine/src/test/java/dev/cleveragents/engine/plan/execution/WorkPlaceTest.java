package dev.cleveragents.engine.plan.execution;

import static dev.cleveragents.engine.plan.PlanFixture.command;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.budget.Budget;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.NewPlan;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.plan.TestDatabaseKind;
import dev.cleveragents.engine.plan.brief.Delivery;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.tool.WorkPlace;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.apply.request.Destination;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user asks for besides the goal is known to be possible before the plan is made. */
class WorkPlaceTest {

  @TempDir Path folder;
  private PlanFixture fixture;

  @BeforeEach
  void open() throws Exception {
    fixture = new PlanFixture(folder, TestDatabaseKind.SQLITE.in(folder));
    Files.createDirectories(fixture.repository.resolve("sub/deep"));
    fixture.write("sub/deep/b.txt", "b\n");
    fixture.commit("sub");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private NewPlan plan(String line, List<ValidationSpec> checks) {
    Work work = command(line);
    return new NewPlan(
        fixture.project(),
        new NewPlan.Title("test", "do it", "trusted", false, Budget.UNLIMITED),
        new NewPlan.Actors(new Work.Plain(), work),
        checks,
        List.of());
  }

  private Plan use(NewPlan wanted) throws Exception {
    return fixture.plans.use(wanted, CancellationToken.none());
  }

  @Test
  void commands_and_their_checks_run_in_the_folder_and_other_checks_at_the_top() throws Exception {
    WorkPlace place = new WorkPlace(null, "sub/deep");
    ValidationSpec here = ValidationSpec.required(Name.of("here"), "test -f b.txt -a -f c.txt");
    ValidationSpec top = ValidationSpec.required(Name.of("top"), "test -f sub/deep/c.txt");
    Plan plan = use(plan("basename $PWD > c.txt", List.of(here.in(place), top)).in(place));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/complete");
      fixture.plans.apply(plan.id());
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(fixture.read("sub/deep/c.txt")).isEqualTo("deep\n");
  }

  @Test
  void a_folder_without_committed_files_is_refused_before_anything_runs() throws Exception {
    Files.createDirectories(fixture.repository.resolve("fresh"));
    fixture.write("fresh/new.txt", "new\n");
    assertThatThrownBy(() -> use(plan("true", List.of()).in(new WorkPlace(null, "fresh"))))
        .hasMessageContaining("the folder fresh has no committed file");
    assertThat(fixture.plans.list(null, 10)).isEmpty();
  }

  @Test
  void a_branch_that_exists_or_has_an_invalid_name_is_refused_before_anything_runs()
      throws Exception {
    fixture.git("branch", "taken");
    for (String name : List.of("taken", "a..b", "-x", "a b", "", "@{-1}")) {
      assertThatThrownBy(
              () ->
                  use(
                      plan("true", List.of())
                          .with(Delivery.USUAL.to(new Destination.NewBranch(name)))))
          .as(name)
          .hasMessageMatching("(?s).*(already in app|not a valid name).*");
    }
    assertThat(fixture.plans.list(null, 10)).isEmpty();
  }
}
