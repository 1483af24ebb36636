package dev.cleveragents.engine.plan;

import static dev.cleveragents.engine.plan.PlanHouse.check;
import static dev.cleveragents.engine.plan.PlanHouse.command;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.change.Changesets;
import dev.cleveragents.engine.change.ContentStore;
import dev.cleveragents.engine.change.diff.Differ;
import dev.cleveragents.engine.change.diff.FileDiff;
import dev.cleveragents.engine.project.Resource;
import dev.cleveragents.engine.project.ResourceType;
import dev.cleveragents.kernel.worker.AsyncWorker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A part of a plan is applied; what was not chosen waits as a plan of its own. */
class SplittingTest extends TenLines {

  private static final String WORK =
      "echo plan >> a.txt; sed -i 's/^1$/one/; s/^10$/ten/' ten.txt; mkdir d; echo new > d/n.txt";

  private List<FileDiff> shown(Plan plan) {
    return Differ.on(new ContentStore(house.database))
        .diff(new Changesets(house.database).net(plan.id()));
  }

  private Plan apply(Plan plan, String stage, String... words) {
    house.plans.apply(plan.id(), WantedPaths.read(shown(plan), List.of(words)));
    return house.await(plan.id(), stage);
  }

  /** The plan that has the rest of this one. */
  private Plan restOf(Plan plan) {
    return house.plans.links(plan.id()).stream()
        .filter(link -> link.kind() == PlanLink.Kind.REST_OF && link.other().equals(plan.id()))
        .map(link -> house.plans.require(link.plan()))
        .reduce(
            (one, other) -> {
              throw new AssertionError("Two plans have the rest of " + plan.id());
            })
        .orElseThrow();
  }

  private List<String> paths(PlanId plan) {
    return new Changesets(house.database).net(plan).stream().map(it -> it.path()).toList();
  }

  @ParameterizedTest
  @EnumSource
  void aPartIsAppliedAndTheRestAppliedAfterItComesToTheWhole(Base base) throws Exception {
    moveTo(base);
    Plan plan = house.carriedOut(command(WORK), check("cat a.txt"));
    Plan part = apply(plan, "apply/applied", "a.txt", "ten.txt:2");

    assertThat(house.read("a.txt")).isEqualTo("one\nplan\n");
    assertThat(house.read("ten.txt")).isEqualTo(TEN.replace("10", "ten"));
    assertThat(house.git("status", "--porcelain")).isEmpty();
    assertThat(part.results().getFirst().tree()).isEqualTo(house.git("rev-parse", "HEAD^{tree}"));
    assertThat(paths(plan.id())).containsExactly("a.txt", "ten.txt");
    Plan rest = restOf(plan);
    assertThat(rest.standing().stage()).hasToString("execute/complete");
    assertThat(rest.brief().targets().getFirst().base()).isEqualTo(house.git("rev-parse", "HEAD"));
    assertThat(house.plans.openApproval(rest.id())).isPresent();
    assertThat(paths(rest.id())).containsExactly("d/n.txt", "ten.txt");

    apply(rest, "apply/applied");
    assertThat(house.git("rev-parse", "HEAD^{tree}")).isEqualTo(plan.results().getFirst().tree());
    assertThat(house.git("rev-list", "--count", "HEAD")).isEqualTo("4");
    assertThat(house.log.verify().isSound()).isTrue();
  }

  @Test
  void aRestCanBeDividedAgainAndNothingIsLostOnTheWay() throws Exception {
    Plan plan = house.carriedOut(command(WORK));
    apply(plan, "apply/applied", "*.txt");
    assertThatThrownBy(() -> restOf(plan)).isInstanceOf(Exception.class);
    Plan second = house.carriedOut(command("echo b > b.txt; echo c > c.txt; echo e > e.txt"));
    apply(second, "apply/applied", "b.txt");
    Plan rest = restOf(second);
    apply(rest, "apply/applied", "c.txt");
    Plan last = restOf(rest);
    assertThat(last.kind().goal()).isEqualTo("do it, the rest");
    apply(last, "apply/applied");
    assertThat(house.git("rev-parse", "HEAD^{tree}")).isEqualTo(second.results().getFirst().tree());
  }

  @Test
  void aPartThatAloneFailsACheckIsRefusedAndThePlanStaysWhole() throws Exception {
    Plan plan =
        house.carriedOut(command(WORK), check("grep -q plan a.txt || { echo lonely; false; }"));
    String before = house.everything();
    Plan refused = apply(plan, "apply/constrained", "d");
    assertThat(house.everything()).isEqualTo(before);
    assertThat(house.plans.errors(plan.id()).getLast().message())
        .contains("The chosen part alone (d/n.txt)", "lonely");
    assertThat(refused.results()).isEqualTo(plan.results());
    assertThat(house.plans.links(plan.id())).isEmpty();
    apply(plan, "apply/applied");
    assertThat(house.git("rev-parse", "HEAD^{tree}")).isEqualTo(plan.results().getFirst().tree());
  }

  @Test
  void whatIsInTheWayOfThePartIsLeftAndBothPartsAreThereAfterwards() throws Exception {
    Plan plan = house.carriedOut(command(WORK));
    house.write("a.txt", "mine\n");
    String before = house.everything();
    apply(plan, "apply/constrained", "a.txt");
    assertThat(house.everything()).isEqualTo(before);
    Plan rest = restOf(plan);
    apply(rest, "apply/applied");
    assertThat(house.read("a.txt")).isEqualTo("mine\n");
    assertThat(house.read("d/n.txt")).isEqualTo("new\n");
    house.write("a.txt", "one\n");
    apply(plan, "apply/applied");
    assertThat(house.git("rev-parse", "HEAD^{tree}")).isEqualTo(plan.results().getFirst().tree());
  }

  @Test
  void aPartFollowsABranchThatMoved() throws Exception {
    Plan plan = house.carriedOut(command(WORK), check("cat a.txt"));
    house.write("theirs.txt", "theirs\n");
    house.commit("theirs");
    apply(plan, "apply/applied", "ten.txt:1");
    assertThat(house.read("ten.txt")).isEqualTo(TEN.replace("1\n2", "one\n2"));
    Plan rest = restOf(plan);
    apply(rest, "apply/applied");
    assertThat(house.read("ten.txt")).isEqualTo(TEN.replace("1\n2", "one\n2").replace("10", "ten"));
    assertThat(house.read("theirs.txt")).isEqualTo("theirs\n");
    assertThat(house.git("status", "--porcelain")).isEmpty();
  }

  @Test
  void whatWasChosenFromAnotherDiffIsNotApplied() throws Exception {
    Plan plan = house.carriedOut(command(WORK));
    Selection old = WantedPaths.read(shown(plan), List.of("ten.txt:1"));
    house.write("ten.txt", TEN.replace("5\n", "five\n"));
    house.commit("theirs");
    apply(plan, "apply/constrained");
    house.plans.apply(plan.id(), old);
    house.await(plan.id(), it -> house.plans.errors(it.id()).size() == 2);
    house.await(plan.id(), "apply/constrained");
    assertThat(house.plans.errors(plan.id()).getLast().message()).contains("choose again");
    assertThat(house.read("a.txt")).isEqualTo("one\n");
  }

  @Test
  void theChoiceIsStoredSoWhoeverGoesOnAppliesThePartAndMakesOneRest() throws Exception {
    Path first = folder.resolve("first");
    Path go = folder.resolve("go");
    Plan plan =
        house.carriedOut(
            command(WORK),
            check(
                "[ -e d/n.txt ] || { echo x >> %s; while ! [ -e %s ]; do sleep 0.05; done; }"
                    .formatted(first, go)));
    house.plans.apply(plan.id(), WantedPaths.read(shown(plan), List.of("a.txt")));
    house.await(plan.id(), it -> Files.exists(first));
    house.takeOwnerForDead();
    try (AsyncWorker _ = house.startWorker()) {
      house.await(plan.id(), it -> first.toFile().length() >= 4);
      Files.createFile(go);
      house.await(plan.id(), "apply/applied");
    }
    assertThat(paths(restOf(plan).id())).containsExactly("d/n.txt", "ten.txt");
    assertThat(house.git("diff", "--name-only", "HEAD^", "HEAD")).isEqualTo("a.txt");
  }

  @Test
  void aPauseForgetsNoChoice() throws Exception {
    Path begun = folder.resolve("begun");
    Path go = folder.resolve("go");
    Plan plan =
        house.carriedOut(
            command(WORK),
            check(
                "[ -e d/n.txt ] || { touch %s; while ! [ -e %s ]; do sleep 0.05; done; }"
                    .formatted(begun, go)));
    house.plans.apply(plan.id(), WantedPaths.read(shown(plan), List.of("a.txt")));
    house.await(plan.id(), it -> Files.exists(begun));
    house.plans.pause(plan.id());
    house.await(plan.id(), "apply/queued");
    Files.createFile(go);
    house.plans.resume(plan.id());
    house.await(plan.id(), "apply/applied");
    assertThat(house.git("diff", "--name-only", "HEAD^", "HEAD")).isEqualTo("a.txt");
  }

  @Test
  void aDirectoryIsAppliedInPartsToo() throws Exception {
    Path plain = Files.createDirectories(folder.resolve("plain"));
    Files.writeString(plain.resolve("ten.txt"), TEN);
    Resource directory = Resource.of(Name.of("plain"), ResourceType.FS_DIRECTORY, plain);
    Plan plan =
        house.use(
            List.of(directory),
            "trusted",
            false,
            command("sed -i 's/^1$/one/; s/^10$/ten/' ten.txt; echo new > n.txt"));
    house.await(plan.id(), "execute/complete");
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
    Plan plan = house.carriedOut(command(WORK));
    Selection part = WantedPaths.read(shown(plan), List.of("a.txt"));
    apply(plan, "apply/applied");
    assertThatThrownBy(() -> house.plans.apply(plan.id(), part))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("apply/applied");
  }
}
