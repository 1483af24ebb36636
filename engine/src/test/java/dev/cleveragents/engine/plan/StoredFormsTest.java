package dev.cleveragents.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.decision.Decision;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionRows;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.plan.checkpoint.Checkpoint;
import dev.cleveragents.engine.plan.selection.ChangeSelection;
import dev.cleveragents.engine.plan.selection.SelectionParser;
import dev.cleveragents.engine.project.ProjectSettings;
import dev.cleveragents.engine.project.Projects;
import dev.cleveragents.engine.project.Resources;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.change.Changesets;
import dev.cleveragents.workspace.change.ContentStore;
import dev.cleveragents.workspace.change.diff.DiffBuilder;
import dev.cleveragents.workspace.change.diff.FileDiff;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceSettings;
import dev.cleveragents.workspace.resource.ResourceType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The JSON that this module stores beside briefs: stores of earlier versions hold it, so it may not
 * change.
 */
@Timeout(240)
class StoredFormsTest {

  private static final String LINES = "first\n" + "between\n".repeat(20) + "last\n";

  @TempDir private Path folder;
  private PlanFixture fixture;

  @BeforeEach
  void open() throws Exception {
    fixture = new PlanFixture(folder, "jdbc:sqlite:" + folder.resolve("store.db"));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void theSettingsOfResourcesAndProjectsAreStoredInThisForm() throws Exception {
    Resources resources = new Resources(fixture.database, fixture.log);
    Projects projects = new Projects(fixture.database, fixture.log);
    Path notes = Files.createDirectories(folder.resolve("notes"));
    resources.add(
        new Resource(
            Name.of("app"),
            ResourceType.GIT_CHECKOUT,
            fixture.repository,
            new ResourceSettings(List.of(".env", "keys"), "npm ci")));
    resources.add(Resource.of(Name.of("notes"), ResourceType.FS_DIRECTORY, notes));
    ProjectSettings settings =
        new ProjectSettings(
            List.of("Keep it small."), List.of(Name.of("tests")), Name.of("careful"));
    projects.create(Name.of("shop"), List.of(Name.of("app")), settings);
    projects.create(Name.of("bare"), List.of(Name.of("notes")), ProjectSettings.NONE);

    assertThat(stored("SELECT settings FROM project_resources ORDER BY name"))
        .containsExactly(
            "{\"copy_in\":[\".env\",\"keys\"],\"set_up\":\"npm ci\"}",
            "{\"copy_in\":[],\"set_up\":null}");
    assertThat(stored("SELECT settings FROM project_records ORDER BY name"))
        .containsExactly(
            "{\"invariants\":[],\"validations\":[],\"automation_profile\":null}",
            "{\"invariants\":[\"Keep it small.\"],\"validations\":[\"local/tests\"],\"automation_profile\":\"local/careful\"}");
    assertThat(projects.show(Name.of("shop")).settings()).isEqualTo(settings);
  }

  @Test
  void theJobOfAPlanIsStoredInThisForm() throws Exception {
    Plan plan = fixture.use("trusted", PlanFixture.command("true"));
    String payload = "{\"plan\":\"%s\",\"attempt\":1}".formatted(plan.id());

    assertThat(stored("SELECT payload FROM job_active")).containsExactly(payload);
    assertThat(PlanJob.of(payload)).isEqualTo(new PlanJob(plan.id(), 1, PlanJob.Purpose.WORK));
  }

  @Test
  void theAlternativesOfADecisionAreStoredInThisForm() throws Exception {
    Plan plan = fixture.use("trusted", PlanFixture.command("true"));
    DecisionContent choice =
        new DecisionContent(
            DecisionType.STRATEGY_CHOICE,
            "How?",
            "one",
            List.of("two \"2\"", "three"),
            0.5,
            "faster");
    fixture.database.write(
        it -> {
          DecisionRows rows = new DecisionRows(it);
          rows.add(
              UlidGenerator.system().next(),
              plan.id(),
              choice,
              null,
              fixture.database.clock().now());
          return rows;
        });

    assertThat(stored("SELECT alternatives FROM plan_decisions WHERE question = 'How?'"))
        .containsExactly("[\"two \\\"2\\\"\",\"three\"]");
    // Of two generators, the ids of one millisecond have no order.
    assertThat(fixture.plans.decisions(plan.id())).extracting(Decision::choice).contains(choice);
  }

  @Test
  void theResultTheSelectionAndTheCheckpointsOfAPlanAreStoredInThisForm() throws Exception {
    fixture.write("lines.txt", LINES);
    fixture.commit("lines");
    Plan plan;
    try (AsyncWorker worker = fixture.startWorker()) {
      plan =
          fixture.carriedOut(PlanFixture.command("sed -i 's/^first$/1/; s/^last$/2/' lines.txt"));
      assertThat(worker.health().healthy()).isTrue();
    }
    Plan.Result result = plan.results().getFirst();

    assertThat(stored("SELECT result FROM plan_records"))
        .containsExactly(
            "[{\"resource\":\"local/app\",\"tree\":\"%s\",\"changed\":1}]"
                .formatted(result.tree()));
    List<Checkpoint> checkpoints = fixture.checkpoints.of(plan);
    assertThat(stored("SELECT trees FROM plan_checkpoints ORDER BY step, at, id"))
        .isNotEmpty()
        .containsExactlyElementsOf(
            checkpoints.stream()
                .map(
                    it ->
                        "{\"local/app\":\"%s\"}".formatted(it.trees().all().getFirst().tree().id()))
                .toList());

    List<FileDiff> shown =
        DiffBuilder.on(new ContentStore(fixture.database))
            .diff(new Changesets(fixture.database).net(plan.id()));
    ChangeSelection part = SelectionParser.read(shown, List.of("lines.txt:1"));
    fixture.plans.apply(plan.id(), part);
    assertThat(stored("SELECT selection FROM plan_selections"))
        .containsExactly(
            "{\"shown\":\"%s\",\"picks\":[{\"resource\":\"local/app\",\"path\":\"lines.txt\",\"hunks\":[1],\"split\":false}]}"
                .formatted(part.shown()));
  }

  private List<String> stored(String sql) {
    return fixture.database.read(it -> it.query(sql, RowMapper.of(String.class)));
  }
}
