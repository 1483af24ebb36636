package dev.cleveragents.engine.plan.execution;

import static dev.cleveragents.engine.plan.PlanFixture.check;
import static dev.cleveragents.engine.plan.PlanFixture.command;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanLink;
import dev.cleveragents.engine.plan.TenLineFixture;
import dev.cleveragents.engine.plan.TestDatabaseKind;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a plan did is taken back by another, whatever came after it. */
class UndoTest extends TenLineFixture {

  private Plan applied(Work work, ValidationSpec... checks) throws Exception {
    return apply(fixture.carriedOut(work, checks), "apply/applied");
  }

  private Plan undo(Plan plan, ValidationSpec... always) throws Exception {
    Plan undo = fixture.plans.undo(plan.id(), List.of(always), CancellationToken.none());
    return fixture.await(undo.id(), "execute/complete");
  }

  private String tree() throws Exception {
    return fixture.git("rev-parse", "HEAD^{tree}");
  }

  @ParameterizedTest
  @EnumSource
  void everyKindOfChangeIsTakenBackAndThatCanBeTakenBackToo(TestDatabaseKind base)
      throws Exception {
    moveTo(base);
    fixture.write("gone.bin", "a\0b");
    fixture.write("moves.txt", "moves\n");
    fixture.commit("more");
    String before = tree();
    Plan plan =
        applied(
            command(
                "rm gone.bin; mv moves.txt moved.txt; chmod +x a.txt; echo x >> ten.txt; mkdir d;"
                    + " echo n > d/n"));
    String after = tree();

    Plan undo = undo(plan);
    assertThat(fixture.plans.links(undo.id()))
        .containsExactly(new PlanLink(undo.id(), PlanLink.Kind.UNDOES, plan.id()));
    assertThat(tree()).isEqualTo(after);
    apply(undo, "apply/applied");
    assertThat(tree()).isEqualTo(before);
    assertThat(fixture.git("status", "--porcelain")).isEmpty();
    assertThat(fixture.git("log", "-1", "--format=%s")).isEqualTo("Undo: do it");

    apply(undo(undo), "apply/applied");
    assertThat(tree()).isEqualTo(after);
    assertThat(fixture.log.verify().isSound()).isTrue();
  }

  @Test
  void laterCommitsStayAlsoInTheSameFileAndAfterACleanUp() throws Exception {
    Plan plan = applied(command("sed -i 's/^10$/ten/' ten.txt; echo plan >> a.txt"));
    fixture.write("ten.txt", TEN.replace("1\n2", "one\n2").replace("10", "ten"));
    fixture.write("later.txt", "later\n");
    fixture.commit("later");
    fixture.git("mv", "a.txt", "renamed.txt");
    fixture.commit("renamed");
    fixture.git("gc", "-q", "--prune=now");
    fixture.write("dirty.txt", "not committed\n");
    apply(undo(plan), "apply/applied");
    assertThat(fixture.read("ten.txt")).isEqualTo(TEN.replace("1\n2", "one\n2"));
    assertThat(fixture.read("later.txt")).isEqualTo("later\n");
    assertThat(fixture.read("renamed.txt")).isEqualTo("one\n");
    assertThat(fixture.git("status", "--porcelain")).isEqualTo("?? dirty.txt");
  }

  @Test
  void whatDoesNotGoTogetherIsRefusedWithThePathsAndNoPlanIsMade() throws Exception {
    Plan plan = applied(command("echo plan >> a.txt; echo n > n.txt"));
    fixture.write("a.txt", "one\nplanned by me\n");
    fixture.write("n.txt", "mine\n");
    fixture.commit("later");
    String before = fixture.everything();
    assertThatThrownBy(() -> undo(plan))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("a.txt (content:")
        .hasMessageContaining("n.txt (delete_modify:")
        .satisfies(
            it -> assertThat(((OperationException) it).hint()).contains("Nothing was changed"));
    assertThat(fixture.everything()).isEqualTo(before);
    assertThat(fixture.plans.list(null, 10)).hasSize(1);
    assertThat(fixture.git("for-each-ref", "--format=%(refname)", "refs/cleveragents/merged"))
        .isEmpty();
  }

  @Test
  void whatWasNotAppliedChangedNothingOrIsTakenBackAlreadyIsRefused() throws Exception {
    Plan waiting = fixture.carriedOut(command("echo x > x.txt"));
    assertThatThrownBy(() -> undo(waiting))
        .hasMessageContaining("was not applied: it is execute/complete");
    Plan idle = applied(command("true"));
    assertThatThrownBy(() -> undo(idle)).hasMessageContaining("changed nothing");
    Plan plan = applied(command("echo plan >> a.txt"));
    apply(undo(plan), "apply/applied");
    assertThatThrownBy(() -> undo(plan)).hasMessageContaining("Nothing of plan");
  }

  @Test
  void anUndoWhoseChecksFailIsShownBeforeItIsAppliedEvenIfItsProfileDoesNotAsk() throws Exception {
    Plan plan = fixture.use("ci", command("echo plan >> a.txt"), check("grep -q plan a.txt"));
    fixture.await(plan.id(), "apply/applied");

    Plan undo = fixture.plans.undo(plan.id(), List.of(), CancellationToken.none());
    fixture.await(undo.id(), "execute/complete");

    assertThat(fixture.plans.approvals().of(undo.id())).isPresent();
    assertThat(fixture.read("a.txt")).isEqualTo("one\nplan\n");
    apply(fixture.plans.require(undo.id()), "apply/applied");
    assertThat(fixture.read("a.txt")).isEqualTo("one\n");
  }

  @Test
  void whatAlwaysHasToHoldHoldsForAnUndoTooAndThePlansOwnChecksDoNotStopIt() throws Exception {
    Plan plan = applied(command("echo plan >> a.txt"), check("grep -q plan a.txt"));
    ValidationSpec always = ValidationSpec.required(Name.of("always"), "grep -q plan a.txt");
    Plan refused = fixture.plans.undo(plan.id(), List.of(always), CancellationToken.none());
    fixture.await(refused.id(), "execute/errored");
    assertThat(fixture.plans.errors(refused.id()).getLast().message()).contains("always");
    assertThat(fixture.read("a.txt")).isEqualTo("one\nplan\n");

    Plan undo = undo(plan);
    assertThat(fixture.log.log(new EventFilter(undo.id(), "validation.ran", null), 0, 10))
        .singleElement()
        .satisfies(it -> assertThat(it.event().data()).containsEntry("passed", false));
    apply(undo, "apply/applied");
    assertThat(fixture.read("a.txt")).isEqualTo("one\n");
  }

  @Test
  void whatIsNotCommittedIsNotTouchedByAnUndo() throws Exception {
    Plan plan = applied(command("echo plan >> a.txt; echo n > n.txt"));
    Plan undo = undo(plan);
    fixture.write("a.txt", "mine\n");
    String before = fixture.everything();
    apply(undo, "apply/constrained");
    assertThat(fixture.everything()).isEqualTo(before);
    fixture.git("checkout", "-q", "a.txt");
    fixture.write("later.txt", "later\n");
    fixture.commit("later");
    apply(undo, "apply/applied");
    assertThat(fixture.read("a.txt")).isEqualTo("one\n");
    assertThat(fixture.repository.resolve("n.txt")).doesNotExist();
    assertThat(fixture.read("later.txt")).isEqualTo("later\n");
  }

  @Test
  void aDirectoryIsPutBackBesideWhatCameLater() throws Exception {
    Path plain = Files.createDirectories(folder.resolve("plain"));
    Files.writeString(plain.resolve("ten.txt"), TEN);
    Resource directory = Resource.of(Name.of("plain"), ResourceType.FS_DIRECTORY, plain);
    Plan plan =
        fixture.use(
            List.of(directory),
            "trusted",
            false,
            command("sed -i 's/^10$/ten/' ten.txt; echo new > n.txt"));
    fixture.await(plan.id(), "execute/complete");
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
    Plan undo = fixture.plans.undo(plan.id(), List.of(waits), CancellationToken.none());
    fixture.await(undo.id(), it -> Files.exists(begun));
    fixture.takeOwnerForDead();
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(undo.id(), it -> begun.toFile().length() >= 4);
      Files.createFile(go);
      apply(fixture.await(undo.id(), "execute/complete"), "apply/applied");
    }
    assertThat(fixture.read("a.txt")).isEqualTo("one\n");
    assertThat(fixture.git("rev-list", "--count", "HEAD")).isEqualTo("4");
  }
}
