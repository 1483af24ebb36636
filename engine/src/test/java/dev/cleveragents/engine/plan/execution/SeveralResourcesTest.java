package dev.cleveragents.engine.plan.execution;

import static dev.cleveragents.engine.plan.PlanFixture.check;
import static dev.cleveragents.engine.plan.PlanFixture.command;
import static dev.cleveragents.engine.plan.PlanFixture.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.actor.AgentLimits;
import dev.cleveragents.engine.actor.TestModel;
import dev.cleveragents.engine.model.ModelTool;
import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.plan.TwoResourcesFixture;
import dev.cleveragents.engine.plan.brief.PlanBrief;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.engine.project.ProjectSettings;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans that work on a repository and a plain directory at once. */
class SeveralResourcesTest {

  @TempDir private Path folder;
  private TwoResourcesFixture two;
  private PlanFixture fixture;
  private Path docs;

  @BeforeEach
  void aRepositoryAndADirectory() throws Exception {
    two = TwoResourcesFixture.open(folder);
    fixture = two.fixture();
    docs = two.docs();
  }

  @AfterEach
  void close() {
    two.close();
  }

  @Test
  void whatACommandChangesInAnyOfThemIsRecordedThereAndApplied() throws Exception {
    Plan plan =
        two.use(
            "ci",
            command(
                "echo two >> a.txt; rm \"$AGENTS_DIR_DOCS/old.txt\"; echo d >"
                    + " \"$AGENTS_DIR_DOCS/d.txt\"; [ \"$AGENTS_DIR_APP\" = \"$(pwd -P)\" ]"),
            check("grep -q d \"$AGENTS_DIR_DOCS/d.txt\""));
    two.carryOut(plan, "apply/applied");
    assertThat(two.changed(plan))
        .containsExactly(
            "MODIFY local/app/a.txt", "CREATE local/docs/d.txt", "DELETE local/docs/old.txt");
    assertThat(fixture.read("a.txt")).isEqualTo("one\ntwo\n");
    assertThat(docs.resolve("d.txt")).hasContent("d\n");
    assertThat(docs.resolve("old.txt")).doesNotExist();
  }

  @Test
  void aStepWorksInTheResourceThatItNamesAndOtherwiseInTheFirst() throws Exception {
    Plan plan =
        two.use(
            "ci",
            script(
                "write: {path: x.txt, content: 'first'}",
                "write: {path: x.txt, content: 'second', resource: docs}",
                "edit: {path: old.txt, find: old, replace: new, resource: local/docs}",
                "move: {from: old.txt, to: sub/new.txt, resource: docs}",
                "run: {command: 'echo here >> x.txt', resource: docs}",
                "wait: {file: sub/new.txt, resource: docs}",
                "delete: {path: a.txt, resource: app}"));
    two.carryOut(plan, "apply/applied");
    assertThat(fixture.read("x.txt")).isEqualTo("first");
    assertThat(fixture.repository.resolve("a.txt")).doesNotExist();
    assertThat(docs.resolve("x.txt")).hasContent("secondhere\n");
    assertThat(docs.resolve("sub/new.txt")).hasContent("new\n");
    assertThat(docs.resolve("old.txt")).doesNotExist();
  }

  @Test
  void aModelNamesTheResourceInWhichAToolWorks() throws Exception {
    TestModel model =
        TestModel.replying(
            TestModel.calls(
                call("1", "write_file", "{'path': 'x.txt', 'content': 'first'}"),
                call(
                    "2",
                    "write_file",
                    "{'path': 'x.txt', 'content': 'second', 'resource': 'docs'}"),
                call("3", "run_command", "{'command': 'cat old.txt', 'resource': 'docs'}"),
                call("4", "read_file", "{'path': 'old.txt', 'resource': 'local/docs'}"),
                call("5", "read_file", "{'path': 'old.txt'}"),
                call("6", "read_file", "{'path': 'old.txt', 'resource': 'dosc'}"),
                call("7", "finish", "{'summary': 'done', 'resource': 'docs'}"),
                call("8", "git_diff", "{'resource': 'docs'}"),
                call("9", "find_context", "{'question': 'what?', 'resource': 'docs'}")),
            TestModel.finish());
    fixture.models = model;
    Plan plan =
        two.use(
            "ci",
            new PlanBrief.Work.ByModel(
                "test", List.of(TestModel.NAME), AgentLimits.STANDARD, "", List.of()));
    two.carryOut(plan, "apply/applied");

    assertThat(fixture.read("x.txt")).isEqualTo("first");
    assertThat(docs.resolve("x.txt")).hasContent("second");
    assertThat(model.requests.getFirst().messages().getFirst().toString())
        .contains("several resources: app, docs", "in app without it");
    assertThat(schema(model, "write_file")).contains("\"enum\":[\"app\",\"docs\"]");
    assertThat(schema(model, "finish")).doesNotContain("docs");
    Map<String, String> answers = TestModel.answers(model.requests.get(1));
    assertThat(answers.get("3")).contains("old");
    assertThat(answers.get("4")).contains("old");
    assertThat(answers.get("5")).contains("There is no file old.txt");
    assertThat(answers.get("6")).contains("did you mean 'docs'?");
    assertThat(answers.get("7")).contains("no argument 'resource'");
    assertThat(answers.get("8")).contains("+second").doesNotContain("first");
    assertThat(answers.get("9")).contains("x.txt: second");
  }

  private static ModelToolCall call(String id, String tool, String arguments) {
    return new ModelToolCall(id, tool, arguments.replace('\'', '"'));
  }

  private static String schema(TestModel model, String tool) {
    return model.requests.getFirst().tools().stream()
        .filter(it -> it.name().equals(tool))
        .map(ModelTool::schema)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aResourceThatThePlanDoesNotHaveIsRefusedWithTheNearestBeforeThePlanIsMade()
      throws Exception {
    assertThatThrownBy(() -> two.use("ci", script("write: {path: x, content: y, resource: dosc}")))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("'dosc'")
        .hasMessageContaining("did you mean 'docs'?");
    assertThat(fixture.plans.list(null, 10)).isEmpty();
  }

  @Test
  void aCheckThatChangesTheSecondResourceHasFailedAndTheFilesArePutBackInBoth() throws Exception {
    Plan plan =
        two.use(
            "trusted",
            command("echo x > b.txt", "true"),
            check(
                "if [ -e %1$s ]; then [ ! -e b2.txt ] && [ \"$(cat $AGENTS_DIR_DOCS/old.txt)\" = old ];"
                        .formatted(folder.resolve("again"))
                    + " else touch %1$s; echo y > b2.txt; echo y >> \"$AGENTS_DIR_DOCS/old.txt\"; fi"
                        .formatted(folder.resolve("again"))));
    two.carryOut(plan, "execute/complete");
    assertThat(fixture.plans.decisions(plan.id()))
        .anySatisfy(
            decision ->
                assertThat(decision.choice().rationale())
                    .contains("it changed b2.txt (in app), old.txt (in docs)"));
    assertThat(two.changed(plan)).containsExactly("CREATE local/app/b.txt");
  }

  @Test
  void aCheckIsBoundToTheFilesOfAllResources() throws Exception {
    List<String> trees =
        List.of(
            checkedTree("echo x > b.txt"),
            checkedTree("echo x > b.txt; true"),
            checkedTree("echo x > b.txt; echo y > $AGENTS_DIR_DOCS/y"));
    assertThat(trees.get(0)).isEqualTo(trees.get(1)).isNotEqualTo(trees.get(2));
  }

  private String checkedTree(String line) throws Exception {
    Plan plan = two.use("trusted", command(line), check("true"));
    Plan done = two.carryOut(plan, "execute/complete");
    String stored =
        fixture.database.read(
            transaction ->
                transaction
                    .first(
                        "SELECT tree FROM plan_validations WHERE plan_id = ?",
                        row -> row.getString(1),
                        plan.id().toString())
                    .orElseThrow());
    assertThat(ResultPublisher.tree(done.results()).id()).isEqualTo(stored);
    return stored;
  }

  @Test
  void ofOneResourceACheckIsBoundToItsTree() throws Exception {
    Plan plan = fixture.use("trusted", command("echo x > b.txt"), check("true"));
    Plan done = two.carryOut(plan, "execute/complete");
    assertThat(ResultPublisher.tree(done.results()).id())
        .isEqualTo(done.results().getFirst().tree());
  }

  @Test
  void nothingOutsideIsLookedForWhenAStepWaitsForAFile() throws Exception {
    Plan plan =
        two.use(
            "ci",
            script(
                "run: {command: 'ln -s %s out', resource: docs}".formatted(folder),
                "wait: {file: out/store.db, resource: docs}"));
    two.carryOut(plan, "execute/errored");
    assertThat(fixture.plans.errors(plan.id()).getFirst().message())
        .contains("out/store.db")
        .contains("leads out of the sandbox");
  }

  @Test
  void twoWorkTreesOfOneRepositoryAreRefusedForOnePlan() throws Exception {
    Path other = folder.resolve("other");
    fixture.git("worktree", "add", "-q", "-b", "other", other.toString());
    Project project =
        new Project(
            Name.of("project"),
            List.of(
                fixture.project().resources().getFirst(),
                Resource.of(Name.of("other"), ResourceType.GIT_CHECKOUT, other)),
            ProjectSettings.NONE);
    assertThatThrownBy(() -> fixture.use("ci", false, project, command("true")))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("app and other are work trees of one repository");
  }

  @Test
  void aReadOnlyPlanMayChangeNothingInTheSecondResourceEither() throws Exception {
    Plan plan = two.useReadOnly(command("echo x > \"$AGENTS_DIR_DOCS/d.txt\""));
    two.carryOut(plan, "execute/errored");
    assertThat(fixture.plans.errors(plan.id()).getFirst().message()).contains("d.txt (in docs)");
  }
}
