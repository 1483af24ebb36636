package dev.cleveragents.engine.plan.execution;

import static dev.cleveragents.engine.plan.PlanFixture.check;
import static dev.cleveragents.engine.plan.PlanFixture.command;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanLink;
import dev.cleveragents.engine.plan.TenLineFixture;
import dev.cleveragents.engine.plan.TestDatabaseKind;
import dev.cleveragents.engine.plan.selection.ChangeSelection;
import dev.cleveragents.engine.plan.selection.SelectionParser;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.change.Changesets;
import dev.cleveragents.workspace.change.ContentStore;
import dev.cleveragents.workspace.change.diff.DiffBuilder;
import dev.cleveragents.workspace.change.diff.FileDiff;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A part of a plan is applied; what was not chosen waits as a plan of its own. */
class PlanSplitterTest extends TenLineFixture {

  private static final String WORK =
      "echo plan >> a.txt; sed -i 's/^1$/one/; s/^10$/ten/' ten.txt; mkdir d; echo new > d/n.txt";

  private List<FileDiff> shown(Plan plan) {
    return DiffBuilder.on(new ContentStore(fixture.database))
        .diff(new Changesets(fixture.database).net(plan.id()));
  }

  private Plan apply(Plan plan, String stage, String... words) {
    fixture.plans.apply(plan.id(), SelectionParser.read(shown(plan), List.of(words)));
    return fixture.await(plan.id(), stage);
  }

  /** The plan that has the rest of this one. */
  private Plan restOf(Plan plan) {
    return fixture.plans.links(plan.id()).stream()
        .filter(link -> link.kind() == PlanLink.Kind.REST_OF && link.other().equals(plan.id()))
        .map(link -> fixture.plans.require(link.plan()))
        .reduce(
            (one, other) -> {
              throw new AssertionError("Two plans have the rest of " + plan.id());
            })
        .orElseThrow();
  }

  private List<String> paths(PlanId plan) {
    return new Changesets(fixture.database).net(plan).stream().map(it -> it.path()).toList();
  }

  @ParameterizedTest
  @EnumSource
  void aPartIsAppliedAndTheRestAppliedAfterItComesToTheWhole(TestDatabaseKind base)
      throws Exception {
    moveTo(base);
    Plan plan = fixture.carriedOut(command(WORK), check("cat a.txt"));
    Plan part = apply(plan, "apply/applied", "a.txt", "ten.txt:2");

    assertThat(fixture.read("a.txt")).isEqualTo("one\nplan\n");
    assertThat(fixture.read("ten.txt")).isEqualTo(TEN.replace("10", "ten"));
    assertThat(fixture.git("status", "--porcelain")).isEmpty();
    assertThat(part.results().getFirst().tree()).isEqualTo(fixture.git("rev-parse", "HEAD^{tree}"));
    assertThat(paths(plan.id())).containsExactly("a.txt", "ten.txt");
    Plan rest = restOf(plan);
    assertThat(rest.status().stage()).hasToString("execute/complete");
    assertThat(rest.brief().targets().getFirst().base())
        .isEqualTo(fixture.git("rev-parse", "HEAD"));
    assertThat(fixture.plans.approvals().of(rest.id())).isPresent();
    assertThat(paths(rest.id())).containsExactly("d/n.txt", "ten.txt");

    apply(rest, "apply/applied");
    assertThat(fixture.git("rev-parse", "HEAD^{tree}")).isEqualTo(plan.results().getFirst().tree());
    assertThat(fixture.git("rev-list", "--count", "HEAD")).isEqualTo("4");
    assertThat(fixture.log.verify().isSound()).isTrue();
  }

  @Test
  void aRestCanBeDividedAgainAndNothingIsLostOnTheWay() throws Exception {
    Plan plan = fixture.carriedOut(command(WORK));
    apply(plan, "apply/applied", "*.txt");
    assertThatThrownBy(() -> restOf(plan)).isInstanceOf(Exception.class);
    Plan second = fixture.carriedOut(command("echo b > b.txt; echo c > c.txt; echo e > e.txt"));
    apply(second, "apply/applied", "b.txt");
    Plan rest = restOf(second);
    apply(rest, "apply/applied", "c.txt");
    Plan last = restOf(rest);
    assertThat(last.kind().goal()).isEqualTo("do it, the rest");
    apply(last, "apply/applied");
    assertThat(fixture.git("rev-parse", "HEAD^{tree}"))
        .isEqualTo(second.results().getFirst().tree());
  }

  @Test
  void aPartThatAloneFailsACheckIsRefusedAndThePlanStaysWhole() throws Exception {
    Plan plan =
        fixture.carriedOut(command(WORK), check("grep -q plan a.txt || { echo lonely; false; }"));
    String before = fixture.everything();
    Plan refused = apply(plan, "apply/constrained", "d");
    assertThat(fixture.everything()).isEqualTo(before);
    assertThat(fixture.plans.errors(plan.id()).getLast().message())
        .contains("The chosen part alone (d/n.txt)", "lonely");
    assertThat(refused.results()).isEqualTo(plan.results());
    assertThat(fixture.plans.links(plan.id())).isEmpty();
    apply(plan, "apply/applied");
    assertThat(fixture.git("rev-parse", "HEAD^{tree}")).isEqualTo(plan.results().getFirst().tree());
  }

  @Test
  void whatIsInTheWayOfThePartIsLeftAndBothPartsAreThereAfterwards() throws Exception {
    Plan plan = fixture.carriedOut(command(WORK));
    fixture.write("a.txt", "mine\n");
    String before = fixture.everything();
    apply(plan, "apply/constrained", "a.txt");
    assertThat(fixture.everything()).isEqualTo(before);
    Plan rest = restOf(plan);
    apply(rest, "apply/applied");
    assertThat(fixture.read("a.txt")).isEqualTo("mine\n");
    assertThat(fixture.read("d/n.txt")).isEqualTo("new\n");
    fixture.write("a.txt", "one\n");
    apply(plan, "apply/applied");
    assertThat(fixture.git("rev-parse", "HEAD^{tree}")).isEqualTo(plan.results().getFirst().tree());
  }

  @Test
  void aPartFollowsABranchThatMoved() throws Exception {
    Plan plan = fixture.carriedOut(command(WORK), check("cat a.txt"));
    fixture.write("theirs.txt", "theirs\n");
    fixture.commit("theirs");
    apply(plan, "apply/applied", "ten.txt:1");
    assertThat(fixture.read("ten.txt")).isEqualTo(TEN.replace("1\n2", "one\n2"));
    Plan rest = restOf(plan);
    apply(rest, "apply/applied");
    assertThat(fixture.read("ten.txt"))
        .isEqualTo(TEN.replace("1\n2", "one\n2").replace("10", "ten"));
    assertThat(fixture.read("theirs.txt")).isEqualTo("theirs\n");
    assertThat(fixture.git("status", "--porcelain")).isEmpty();
  }

  @Test
  void whatWasChosenFromAnotherDiffIsNotApplied() throws Exception {
    Plan plan = fixture.carriedOut(command(WORK));
    ChangeSelection old = SelectionParser.read(shown(plan), List.of("ten.txt:1"));
    fixture.write("ten.txt", TEN.replace("5\n", "five\n"));
    fixture.commit("theirs");
    apply(plan, "apply/constrained");
    fixture.plans.apply(plan.id(), old);
    fixture.await(plan.id(), it -> fixture.plans.errors(it.id()).size() == 2);
    fixture.await(plan.id(), "apply/constrained");
    assertThat(fixture.plans.errors(plan.id()).getLast().message()).contains("choose again");
    assertThat(fixture.read("a.txt")).isEqualTo("one\n");
  }

  @Test
  void theSelectionIsStoredSoAnotherWorkerAppliesThePartAndMakesOneRest() throws Exception {
    Path first = folder.resolve("first");
    Path go = folder.resolve("go");
    Plan plan =
        fixture.carriedOut(
            command(WORK),
            check(
                "[ -e d/n.txt ] || { echo x >> %s; while ! [ -e %s ]; do sleep 0.05; done; }"
                    .formatted(first, go)));
    fixture.plans.apply(plan.id(), SelectionParser.read(shown(plan), List.of("a.txt")));
    fixture.await(plan.id(), it -> Files.exists(first));
    fixture.takeOwnerForDead();
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), it -> first.toFile().length() >= 4);
      Files.createFile(go);
      fixture.await(plan.id(), "apply/applied");
    }
    assertThat(paths(restOf(plan).id())).containsExactly("d/n.txt", "ten.txt");
    assertThat(fixture.git("diff", "--name-only", "HEAD^", "HEAD")).isEqualTo("a.txt");
  }

  @Test
  void aPauseForgetsNoChoice() throws Exception {
    Path begun = folder.resolve("begun");
    Path go = folder.resolve("go");
    Plan plan =
        fixture.carriedOut(
            command(WORK),
            check(
                "[ -e d/n.txt ] || { touch %s; while ! [ -e %s ]; do sleep 0.05; done; }"
                    .formatted(begun, go)));
    fixture.plans.apply(plan.id(), SelectionParser.read(shown(plan), List.of("a.txt")));
    fixture.await(plan.id(), it -> Files.exists(begun));
    fixture.plans.pause(plan.id());
    fixture.await(plan.id(), "apply/queued");
    Files.createFile(go);
    fixture.plans.resume(plan.id());
    fixture.await(plan.id(), "apply/applied");
    assertThat(fixture.git("diff", "--name-only", "HEAD^", "HEAD")).isEqualTo("a.txt");
  }

  @Test
  void aDirectoryIsAppliedInPartsToo() throws Exception {
    Path plain = Files.createDirectories(folder.resolve("plain"));
    Files.writeString(plain.resolve("ten.txt"), TEN);
    Resource directory = Resource.of(Name.of("plain"), ResourceType.FS_DIRECTORY, plain);
    Plan plan =
        fixture.use(
            List.of(directory),
            "trusted",
            false,
            command("sed -i 's/^1$/one/; s/^10$/ten/' ten.txt; echo new > n.txt"));
    fixture.await(plan.id(), "execute/complete");
    apply(plan, "apply/applied", "ten.txt:2");
    assertThat(Files.readString(plain.resolve("ten.txt"))).isEqualTo(TEN.replace("10", "ten"));
    assertThat(plain.resolve("n.txt")).doesNotExist();
    apply(restOf(plan), "apply/applied");
    assertThat(Files.readString(plain.resolve("ten.txt")))
        .isEqualTo(TEN.replace("1\n2", "one\n2").replace("10", "ten"));
    assertThat(plain.resolve("n.txt")).hasContent("new\n");
  }

  @Test
  void aPlanThatIsAppliedOrNotCarriedOutHasNoParts() throws Exception {
    Plan plan = fixture.carriedOut(command(WORK));
    ChangeSelection part = SelectionParser.read(shown(plan), List.of("a.txt"));
    apply(plan, "apply/applied");
    assertThatThrownBy(() -> fixture.plans.apply(plan.id(), part))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("apply/applied");
  }
}
