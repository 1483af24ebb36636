package dev.cleveragents.engine.plan;

import static dev.cleveragents.engine.plan.PlanFixture.command;
import static dev.cleveragents.engine.plan.PlanFixture.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.actor.AgentLimits;
import dev.cleveragents.engine.actor.TestModel;
import dev.cleveragents.engine.budget.Budget;
import dev.cleveragents.engine.model.ChatModel;
import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelException.Kind;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.engine.project.ProjectSettings;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stops a plan before it is made, in the words that people read. */
class PreflightTest {

  @TempDir private Path folder;
  private PlanFixture fixture;

  @BeforeEach
  void open() throws Exception {
    fixture = new PlanFixture(folder, TestDatabaseKind.SQLITE.in(folder));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static NewPlan.Title title(String goal, String profile) {
    return new NewPlan.Title("test", goal, profile, false, Budget.UNLIMITED);
  }

  private String refusal(Project project, NewPlan.Title title, Work strategy, Work execution) {
    return refusal(
        new NewPlan(project, title, new NewPlan.Actors(strategy, execution), List.of(), List.of()));
  }

  /** What is said of such a plan, of which nothing is stored. */
  private String refusal(NewPlan wanted) {
    String[] said = {""};
    assertThatThrownBy(() -> fixture.plans.use(wanted, CancellationToken.none()))
        .isInstanceOfSatisfying(
            OperationException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(OperationException.Kind.INVALID);
              assertThat(e.hint()).isEqualTo("Nothing was stored. Fix this and try again");
              said[0] = String.valueOf(e.getMessage());
            });
    assertThat(fixture.plans.list(null, 10)).isEmpty();
    assertThat(fixture.openJobs()).isZero();
    return said[0];
  }

  private String refusal(Work strategy, Work execution) {
    return refusal(fixture.project(), title("do it", "ci"), strategy, execution);
  }

  @Test
  void everythingIsSaidAtOnce() {
    Project nothing = new Project(Name.of("empty"), List.of(), ProjectSettings.NONE);
    assertThat(refusal(nothing, title(" ", "bold"), new Work.Plain(), command(" ")))
        .startsWith("The plan cannot be made: there is no goal; say what is to be done; ")
        .contains("There is no profile bold", "the command of actor exec is empty")
        .endsWith("; the project empty has no resource; link one");
  }

  @Test
  void aGoalHasBounds() {
    assertThat(
            refusal(
                fixture.project(),
                title("x".repeat(100_001), "ci"),
                new Work.Plain(),
                command("true")))
        .isEqualTo("The plan cannot be made: the goal is longer than 100,000 characters");
  }

  @Test
  void aCommandCannotPlan() {
    assertThat(refusal(command("true"), command("true")))
        .isEqualTo(
            "The plan cannot be made: the actor exec is a command, which cannot plan; leave"
                + " strategy_actor out or name a scripted one");
  }

  @Test
  void aCommandThatMayTakeNoTimeIsRefused() {
    assertThat(
            refusal(
                new Work.Plain(),
                new Work.ByCommand("exec", "true", null, Duration.ZERO, List.of())))
        .isEqualTo("The plan cannot be made: the deadline of actor exec must be above zero");
  }

  @Test
  void aCommandWithAPlaceholderWhereQuotingDoesNotHelpIsRefused() {
    assertThat(refusal(new Work.Plain(), command("fix \"{goal}\"")))
        .startsWith("The plan cannot be made: ")
        .contains("{goal}");
  }

  @Test
  void whatIsWrongWithTheScriptOfThePlannerIsSaidToo() {
    assertThat(refusal(script("wirte: {path: a.txt, content: x}"), command("true")))
        .startsWith("The plan cannot be made: ")
        .contains("wirte");
  }

  @Test
  void whatWasFoundBeforeIsSaidWithTheRest() {
    NewPlan.Actors actors = new NewPlan.Actors(new Work.Plain(), command(" "));
    assertThat(
            refusal(
                new NewPlan(
                    fixture.project(),
                    title("do it", "ci"),
                    actors,
                    List.of(),
                    List.of(PreflightFinding.invalid("there is no check lint")))))
        .isEqualTo(
            "The plan cannot be made: there is no check lint; the command of actor exec is empty");
  }

  @Test
  void aResourceThatAStepNamesIsOneOfThePlan() {
    assertThat(refusal(new Work.Plain(), script("delete: {path: a.txt, resource: ap}")))
        .contains("does not work on a resource 'ap' (did you mean 'app'?); there is app");
  }

  @Test
  void whatIsWrongWithEachResourceIsSaid() throws Exception {
    fixture.write("a.txt", "theirs\n");
    Resource gone =
        Resource.of(Name.of("docs"), ResourceType.FS_DIRECTORY, folder.resolve("nowhere"));
    Resource inside =
        Resource.of(Name.of("part"), ResourceType.GIT_CHECKOUT, fixture.repository.resolve(".git"));
    Project both =
        new Project(
            Name.of("both"), List.of(fixture.resource(), gone, inside), ProjectSettings.NONE);
    assertThat(refusal(both, title("do it", "ci"), new Work.Plain(), command("true")))
        .contains(
            folder.resolve("nowhere") + " does not exist; create it, or name where it is now",
            "is a bare git repository or its inside, without files to work on; name a checkout");
  }

  @Test
  void twoWorkTreesOfOneRepositoryNeedAPlanEach() throws Exception {
    fixture.git("worktree", "add", "-q", folder.resolve("second").toString());
    Resource second =
        Resource.of(Name.of("second"), ResourceType.GIT_CHECKOUT, folder.resolve("second"));
    Project both =
        new Project(Name.of("both"), List.of(fixture.resource(), second), ProjectSettings.NONE);
    assertThat(refusal(both, title("do it", "ci"), new Work.Plain(), command("true")))
        .isEqualTo(
            "The plan cannot be made: app and second are work trees of one repository; give each"
                + " a plan of its own");
  }

  @Test
  void aProfileThatLetsNothingBeginIsRefused() {
    new ApprovalFixture(fixture).profile("thresholds: {strategize: 1.0}\n");
    assertThat(
            refusal(
                fixture.project(), title("do it", "careful"), new Work.Plain(), command("true")))
        .isEqualTo(
            "The plan cannot be made: profile careful requires approval for strategize, but does"
                + " not allow asking (attended: false)");
  }

  private static Work models(String... names) {
    return new Work.ByModel(
        "test", Stream.of(names).map(ModelName::of).toList(), AgentLimits.STANDARD, "", List.of());
  }

  @Test
  void aModelWithoutAKeyIsPassedOverIfAnotherCanBeAsked() throws Exception {
    ChatModel usable = TestModel.replying(TestModel.finish());
    fixture.models =
        name ->
            switch (name.provider()) {
              case "test" -> usable;
              case "keyless" -> throw new ModelException(Kind.AUTH, "no key for " + name);
              default -> throw new ModelException(Kind.NOT_FOUND, "no provider of " + name);
            };

    assertThat(refusal(new Work.Plain(), models("keyless/a", "keyless/b")))
        .contains("no key for keyless/a", "no key for keyless/b");
    assertThat(refusal(new Work.Plain(), models("test/a", "tset/b")))
        .contains("no provider of tset/b");
    assertThat(fixture.use("ci", models("keyless/a", "test/b")).kind().profile()).isEqualTo("ci");
  }
}
