package dev.cleveragents.engine.plan;

import static dev.cleveragents.engine.plan.PlanHouse.check;
import static dev.cleveragents.engine.plan.PlanHouse.command;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.Brief.Work;
import dev.cleveragents.engine.project.Resource;
import dev.cleveragents.engine.project.ResourceType;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.worker.AsyncWorker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a plan did is taken back by another, whatever came after it. */
class UndoingTest extends TenLines {

  private Plan applied(Work work, ValidationSpec... checks) throws Exception {
    return apply(house.carriedOut(work, checks), "apply/applied");
  }

  private Plan undo(Plan plan, ValidationSpec... always) throws Exception {
    Plan undo = house.plans.undo(plan.id(), List.of(always), CancellationToken.none());
    return house.await(undo.id(), "execute/complete");
  }

  private String tree() throws Exception {
    return house.git("rev-parse", "HEAD^{tree}");
  }

  @ParameterizedTest
  @EnumSource
  void everyKindOfChangeIsTakenBackAndThatCanBeTakenBackToo(Base base) throws Exception {
    moveTo(base);
    house.write("gone.bin", "a\0b");
    house.write("moves.txt", "moves\n");
    house.commit("more");
    String before = tree();
    Plan plan =
        applied(
            command(
                "rm gone.bin; mv moves.txt moved.txt; chmod +x a.txt; echo x >> ten.txt; mkdir d; echo n > d/n"));
    String after = tree();

    Plan undo = undo(plan);
    assertThat(house.plans.links(undo.id()))
        .containsExactly(new PlanLink(undo.id(), PlanLink.Kind.UNDOES, plan.id()));
    assertThat(tree()).isEqualTo(after);
    apply(undo, "apply/applied");
    assertThat(tree()).isEqualTo(before);
    assertThat(house.git("status", "--porcelain")).isEmpty();
    assertThat(house.git("log", "-1", "--format=%s")).isEqualTo("Undo: do it");

    apply(undo(undo), "apply/applied");
    assertThat(tree()).isEqualTo(after);
    assertThat(house.log.verify().isSound()).isTrue();
  }

  @Test
  void laterCommitsStayAlsoInTheSameFileAndAfterACleanUp() throws Exception {
    Plan plan = applied(command("sed -i 's/^10$/ten/' ten.txt; echo plan >> a.txt"));
    house.write("ten.txt", TEN.replace("1\n2", "one\n2").replace("10", "ten"));
    house.write("later.txt", "later\n");
    house.commit("later");
    house.git("mv", "a.txt", "renamed.txt");
    house.commit("renamed");
    house.git("gc", "-q", "--prune=now");
    house.write("dirty.txt", "not committed\n");
    apply(undo(plan), "apply/applied");
    assertThat(house.read("ten.txt")).isEqualTo(TEN.replace("1\n2", "one\n2"));
    assertThat(house.read("later.txt")).isEqualTo("later\n");
    assertThat(house.read("renamed.txt")).isEqualTo("one\n");
    assertThat(house.git("status", "--porcelain")).isEqualTo("?? dirty.txt");
  }

  @Test
  void whatDoesNotGoTogetherIsRefusedWithThePathsAndNoPlanIsMade() throws Exception {
    Plan plan = applied(command("echo plan >> a.txt; echo n > n.txt"));
    house.write("a.txt", "one\nplanned by me\n");
    house.write("n.txt", "mine\n");
    house.commit("later");
    String before = house.everything();
    assertThatThrownBy(() -> undo(plan))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("a.txt (content:")
        .hasMessageContaining("n.txt (delete_modify:")
        .satisfies(it -> assertThat(((PlanException) it).hint()).contains("Nothing was changed"));
    assertThat(house.everything()).isEqualTo(before);
    assertThat(house.plans.list(null, 10)).hasSize(1);
    assertThat(house.git("for-each-ref", "--format=%(refname)", "refs/cleveragents/merged"))
        .isEmpty();
  }

  @Test
  void whatWasNotAppliedChangedNothingOrIsTakenBackAlreadyIsRefused() throws Exception {
    Plan waiting = house.carriedOut(command("echo x > x.txt"));
    assertThatThrownBy(() -> undo(waiting))
        .hasMessageContaining("was not applied: it is execute/complete");
    Plan idle = applied(command("true"));
    assertThatThrownBy(() -> undo(idle)).hasMessageContaining("changed nothing");
    Plan plan = applied(command("echo plan >> a.txt"));
    apply(undo(plan), "apply/applied");
    assertThatThrownBy(() -> undo(plan)).hasMessageContaining("Nothing is left of what plan");
  }

  @Test
  void whatAlwaysHasToHoldHoldsForAnUndoTooAndThePlansOwnChecksDoNotStopIt() throws Exception {
    Plan plan = applied(command("echo plan >> a.txt"), check("grep -q plan a.txt"));
    ValidationSpec always = ValidationSpec.required(Name.of("always"), "grep -q plan a.txt");
    Plan refused = house.plans.undo(plan.id(), List.of(always), CancellationToken.none());
    house.await(refused.id(), "execute/errored");
    assertThat(house.plans.errors(refused.id()).getLast().message()).contains("always");
    assertThat(house.read("a.txt")).isEqualTo("one\nplan\n");

    Plan undo = undo(plan);
    assertThat(house.log.log(new EventFilter(undo.id(), "validation.ran", null), 0, 10))
        .singleElement()
        .satisfies(it -> assertThat(it.event().data()).containsEntry("passed", false));
    apply(undo, "apply/applied");
    assertThat(house.read("a.txt")).isEqualTo("one\n");
  }

  @Test
  void whatIsNotCommittedIsNotTouchedByAnUndo() throws Exception {
    Plan plan = applied(command("echo plan >> a.txt; echo n > n.txt"));
    Plan undo = undo(plan);
    house.write("a.txt", "mine\n");
    String before = house.everything();
    apply(undo, "apply/constrained");
    assertThat(house.everything()).isEqualTo(before);
    house.git("checkout", "-q", "a.txt");
    house.write("later.txt", "later\n");
    house.commit("later");
    apply(undo, "apply/applied");
    assertThat(house.read("a.txt")).isEqualTo("one\n");
    assertThat(house.repository.resolve("n.txt")).doesNotExist();
    assertThat(house.read("later.txt")).isEqualTo("later\n");
  }

  @Test
  void aDirectoryIsPutBackBesideWhatCameLater() throws Exception {
    Path plain = Files.createDirectories(folder.resolve("plain"));
    Files.writeString(plain.resolve("ten.txt"), TEN);
    Resource directory = Resource.of(Name.of("plain"), ResourceType.FS_DIRECTORY, plain);
    Plan plan =
        house.use(
            List.of(directory),
            "trusted",
            false,
            command("sed -i 's/^10$/ten/' ten.txt; echo new > n.txt"));
    house.await(plan.id(), "execute/complete");
    apply(plan, "apply/applied");
    Files.writeString(plain.resolve("ten.txt"), TEN.replace("1\n2", "one\n2").replace("10", "ten"));
    apply(undo(plan), "apply/applied");
    assertThat(plain.resolve("ten.txt")).hasContent(TEN.replace("1\n2", "one\n2"));
    assertThat(plain.resolve("n.txt")).doesNotExist();
  }

  @Test
  void anUndoWhoseWorkerDiesIsDoneAgainFromTheBeginning() throws Exception {
    Plan plan = applied(command("echo plan >> a.txt"));
    Path begun = folder.resolve("begun");
    Path go = folder.resolve("go");
    ValidationSpec waits =
        ValidationSpec.required(
            Name.of("waits"),
            "echo x >> %s; while ! [ -e %s ]; do sleep 0.05; done".formatted(begun, go));
    Plan undo = house.plans.undo(plan.id(), List.of(waits), CancellationToken.none());
    house.await(undo.id(), it -> Files.exists(begun));
    house.takeOwnerForDead();
    try (AsyncWorker _ = house.startWorker()) {
      house.await(undo.id(), it -> begun.toFile().length() >= 4);
      Files.createFile(go);
      apply(house.await(undo.id(), "execute/complete"), "apply/applied");
    }
    assertThat(house.read("a.txt")).isEqualTo("one\n");
    assertThat(house.git("rev-list", "--count", "HEAD")).isEqualTo("4");
  }
}
