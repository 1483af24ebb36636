package dev.cleveragents.engine.plan.execution;

import static dev.cleveragents.engine.plan.PlanFixture.check;
import static dev.cleveragents.engine.plan.PlanFixture.command;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.exec.Confinement;
import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceSettings;
import dev.cleveragents.workspace.resource.ResourceType;
import dev.cleveragents.workspace.sandbox.CommandBounds;
import dev.cleveragents.workspace.sandbox.CommandBounds.Mode;
import dev.cleveragents.workspace.sandbox.SharedPaths;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands of plans, checks and set-ups write into the copies of their plan and nowhere else. */
@Timeout(240)
class ConfinedCommandsTest {

  private static final Confinement NONE = Confinement.none("nothing here can do it");

  @TempDir private Path temporary;
  private Path folder;
  private Path data;

  @BeforeEach
  void folders() throws Exception {
    folder = temporary.toRealPath();
    data = Files.createDirectories(folder.resolve("sandboxes"));
  }

  /** Everything of the test lies in a folder that commands share: what is guarded must be so. */
  private PlanFixture fixture(Mode mode, CommandBounds.Machine machine) throws Exception {
    SharedPaths shared = new SharedPaths(List.of(folder), List.of(folder.resolve("cache")));
    return new PlanFixture(
        folder,
        "jdbc:sqlite:" + folder.resolve("store.db"),
        new CommandBounds(mode, shared, data, machine));
  }

  private PlanFixture confined() throws Exception {
    Confinement found = Confinement.ofThisMachine();
    assumeTrue(found.kind() != Confinement.Kind.NONE, found::remark);
    return fixture(Mode.AUTO, () -> found);
  }

  private String attacks(PlanFixture fixture) {
    return """
    for there in '%1$s' link '%2$s' '%3$s'; do
      echo x > "$there/a.txt"; echo x > "$there/new"; rm -f "$there/a.txt"
    done 2> errors
    git --git-dir '%1$s/.git' update-ref refs/heads/evil HEAD 2>> errors
    echo x > ../outside 2>> errors
    grep -cE 'Read-only|nonexistent|[Nn]o such' errors > refused
    ls '%3$s' > seen
    mkdir -p '%4$s/cache' && echo x > '%4$s/cache/x' && echo two >> a.txt && rm errors link
    """
        .formatted(fixture.repository, data.resolve("sibling"), data, folder);
  }

  @Test
  void aCommandCannotWriteToTheOriginalNorToASiblingNorToOurData() throws Exception {
    try (PlanFixture fixture = confined()) {
      Path sibling = Files.createDirectories(data.resolve("sibling"));
      Files.writeString(sibling.resolve("a.txt"), "theirs\n");
      String before = fixture.everything();
      String line = "ln -s '%s' link; ".formatted(fixture.repository) + attacks(fixture);
      try (var _ = fixture.startWorker()) {
        Plan plan =
            fixture.await(
                fixture
                    .use("trusted", command(line), check("! touch '%s/a.txt'".formatted(sibling)))
                    .id(),
                "execute/complete");
        assertThat(fixture.everything()).isEqualTo(before);
        assertThat(sibling.resolve("a.txt")).hasContent("theirs\n");
        assertThat(sibling.resolve("new")).doesNotExist();
        assertThat(data.resolve("a.txt")).doesNotExist();
        assertThat(data.resolve("new")).doesNotExist();
        assertThat(folder.resolve("cache/x")).hasContent("x\n");
        assertThat(types(fixture, plan)).doesNotContain("commands.unconfined");
        fixture.plans.apply(plan.id());
        fixture.await(plan.id(), "apply/applied");
        assertThat(fixture.read("a.txt")).isEqualTo("one\ntwo\n");
        assertThat(fixture.read("seen")).isEqualTo(plan.id() + "\n");
        assertThat(Integer.parseInt(fixture.read("refused").strip())).isGreaterThan(10);
      }
    }
  }

  @Test
  void aRepositoryInATemporaryFolderIsReadOnlyUnlessTheCommandsMadeIt() throws Exception {
    Confinement found = Confinement.ofThisMachine();
    assumeTrue(found.kind() != Confinement.Kind.NONE, found::remark);
    GitRepository other = GitRepository.init(folder.resolve("scratch/other"));
    other.write("a.txt", "mine\n").commit("one");
    SharedPaths shared =
        new SharedPaths(List.of(folder), List.of(), List.of(folder), Duration.ZERO);
    try (PlanFixture fixture =
            new PlanFixture(
                folder,
                "jdbc:sqlite:" + folder.resolve("store.db"),
                new CommandBounds(Mode.AUTO, shared, data, () -> found));
        var _ = fixture.startWorker()) {
      fixture.carriedOut(
          command(
              """
              echo x > '%1$s/scratch/other/a.txt'; mv '%1$s/scratch' '%1$s/moved'
              git -C '%1$s/scratch/other' update-ref refs/heads/evil HEAD
              git init -q '%1$s/scratch/made' && echo b > b.txt
              """
                  .formatted(folder)),
          check("echo x > '%s/scratch/made/x'".formatted(folder)));
    }
    assertThat(other.git("status", "--porcelain")).isEmpty();
    assertThat(other.git("for-each-ref", "refs/heads/evil")).isEmpty();
    assertThat(folder.resolve("scratch/made/x")).exists();
  }

  @Test
  void theSetUpIsConfinedToo() throws Exception {
    try (PlanFixture fixture = confined()) {
      Resource resource =
          new Resource(
              Name.of("app"),
              ResourceType.GIT_CHECKOUT,
              fixture.repository,
              new ResourceSettings(
                  List.of(), "echo x > '%s/a.txt' || true".formatted(fixture.repository)));
      String before = fixture.everything();
      try (var _ = fixture.startWorker()) {
        Plan plan = fixture.use(List.of(resource), "trusted", false, command("echo b > b.txt"));
        fixture.await(plan.id(), "execute/complete");
        assertThat(fixture.everything()).isEqualTo(before);
      }
    }
  }

  @Test
  void whereNothingCanConfineThemTheyRunAndThePlanSaysSoOnce() throws Exception {
    try (PlanFixture fixture = fixture(Mode.AUTO, () -> NONE);
        var _ = fixture.startWorker()) {
      Plan plan = fixture.carriedOut(command("echo b > b.txt"), check("true"));
      assertThat(types(fixture, plan)).containsOnlyOnce("commands.unconfined");
    }
  }

  @Test
  void whereTheyMustBeConfinedAndCannotTheyAreNotRun() throws Exception {
    try (PlanFixture fixture = fixture(Mode.REQUIRE, () -> NONE);
        var _ = fixture.startWorker()) {
      Plan plan = fixture.use("ci", command("echo x > '%s/ran'".formatted(folder)));
      fixture.await(plan.id(), "execute/errored");
      assertThat(fixture.plans.errors(plan.id()).getLast().message())
          .contains("nothing here can do it")
          .contains("require");
      assertThat(folder.resolve("ran")).doesNotExist();
    }
  }

  @Test
  void switchedOffTheyRunAndNothingIsSaid() throws Exception {
    try (PlanFixture fixture = fixture(Mode.OFF, () -> NONE);
        var _ = fixture.startWorker()) {
      Plan plan = fixture.carriedOut(command("echo x > '%s/ran'; echo b > b".formatted(folder)));
      assertThat(folder.resolve("ran")).exists();
      assertThat(types(fixture, plan)).doesNotContain("commands.unconfined");
    }
  }

  private static List<String> types(PlanFixture fixture, Plan plan) {
    return fixture.log.log(EventFilter.ofPlan(plan.id()), 0, 1000).stream()
        .map(entry -> entry.event().type())
        .toList();
  }
}
