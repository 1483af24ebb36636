package dev.cleveragents.engine.plan.execution;

import static dev.cleveragents.engine.plan.PlanFixture.check;
import static dev.cleveragents.engine.plan.PlanFixture.command;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.TenLineFixture;
import dev.cleveragents.engine.plan.TestDatabaseKind;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.change.Changesets;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The branch goes on between the work and the apply: merged, checked and shown again. */
class PlanRebaserTest extends TenLineFixture {

  private String lastError(Plan plan) {
    return fixture.plans.errors(plan.id()).getLast().message();
  }

  private long checksRun(Plan plan) {
    return fixture.log.log(new EventFilter(plan.id(), "validation.ran", null), 0, 100).size();
  }

  @ParameterizedTest
  @EnumSource
  void aMoveBesideThePlansPathsIsMergedCheckedAgainAndAppliedAtOnce(TestDatabaseKind base)
      throws Exception {
    moveTo(base);
    Plan plan = fixture.carriedOut(command("echo plan >> a.txt"), check("cat a.txt"));
    fixture.write("theirs.txt", "theirs\n");
    String theirs = fixture.commit("theirs");
    Plan applied = apply(plan, "apply/applied");
    assertThat(fixture.read("a.txt")).isEqualTo("one\nplan\n");
    assertThat(fixture.git("rev-parse", "HEAD^")).isEqualTo(theirs);
    assertThat(fixture.git("ls-tree", "--name-only", "HEAD").lines())
        .contains("a.txt", "theirs.txt");
    assertThat(fixture.git("status", "--porcelain")).isEmpty();
    assertThat(applied.brief().targets().getFirst().base()).isEqualTo(theirs);
    assertThat(applied.results().getFirst().tree())
        .isEqualTo(fixture.git("rev-parse", "HEAD^{tree}"));
    assertThat(checksRun(plan)).isEqualTo(2);
    assertThat(fixture.git("for-each-ref", "--format=%(refname)", "refs/cleveragents/merged"))
        .isEmpty();
    assertThat(fixture.log.verify().isSound()).isTrue();
  }

  @Test
  void aMoveInAPathOfThePlanIsShownAgainAndThenAppliedExactlySo() throws Exception {
    Plan plan =
        fixture.carriedOut(command("sed -i s/^10$/ten/ ten.txt"), check("grep ten ten.txt"));
    fixture.write("ten.txt", TEN.replace("1\n2", "one\n2"));
    String theirs = fixture.commit("theirs");
    String before = fixture.everything();

    Plan asks = apply(plan, "apply/constrained");

    assertThat(fixture.everything()).isEqualTo(before);
    assertThat(lastError(plan)).contains("refs/heads/main of app went from", "ten.txt");
    assertThat(fixture.plans.errors(plan.id()).getLast().advice().hint())
        .contains("the plan's diff shows what would be applied now");
    assertThat(new Changesets(fixture.database).net(plan.id()))
        .singleElement()
        .satisfies(
            change ->
                assertThat(fixture.content(Objects.requireNonNull(change.after())))
                    .isEqualTo(TEN.replace("1\n2", "one\n2").replace("10", "ten")));
    assertThatThrownBy(() -> fixture.plans.apply(plan))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("has changed since it was shown");
    fixture.plans.apply(asks);
    Plan applied = fixture.await(plan.id(), "apply/applied");
    assertThat(applied.results()).isEqualTo(asks.results());
    assertThat(fixture.git("rev-parse", "HEAD^")).isEqualTo(theirs);
    assertThat(fixture.git("rev-parse", "HEAD^{tree}")).isEqualTo(asks.results().getFirst().tree());
    assertThat(checksRun(plan)).isEqualTo(2);
  }

  @Test
  void aPlanThatNeedsNoApprovalContinuesWithTheCheckedFiles() throws Exception {
    Plan plan =
        fixture.use(
            "ci", command(moving("ten.txt", "s/^1$/one/") + "; sed -i s/^10$/ten/ ten.txt"));
    fixture.await(plan.id(), "apply/applied");
    assertThat(fixture.read("ten.txt")).startsWith("one\n2\n").endsWith("9\nten\n");
  }

  @Test
  void whatDoesNotGoTogetherIsRefusedWithPathsAndKindsAndNothingChanges() throws Exception {
    Plan plan = fixture.carriedOut(command("echo plan > a.txt; echo plan > new.txt; rm ten.txt"));
    fixture.write("a.txt", "theirs\n");
    fixture.write("new.txt", "theirs\n");
    fixture.write("ten.txt", TEN + "11\n");
    fixture.commit("theirs");
    String before = fixture.everything();
    Plan refused = apply(plan, "apply/constrained");
    assertThat(fixture.everything()).isEqualTo(before);
    assertThat(lastError(plan))
        .contains("a.txt (content:", "new.txt (add_add:", "ten.txt (delete_modify:");
    assertThat(fixture.plans.errors(plan.id()).getLast().advice().next())
        .isEqualTo(NextAction.of(Verb.REPLAN, plan.id(), "the branch has moved"));
    assertThat(refused.brief()).isEqualTo(plan.brief());
    assertThat(refused.results()).isEqualTo(plan.results());
  }

  @Test
  void aMergeThatFailsACheckIsNotAppliedAndThePlanStaysAsItWas() throws Exception {
    Plan plan =
        fixture.carriedOut(
            command("echo plan >> a.txt"), check("[ ! -e theirs.txt ] || { echo broken; false; }"));
    fixture.write("theirs.txt", "theirs\n");
    fixture.commit("theirs");
    String before = fixture.everything();
    Plan refused = apply(plan, "apply/constrained");
    assertThat(fixture.everything()).isEqualTo(before);
    assertThat(lastError(plan)).contains("fails required checks", "broken");
    assertThat(refused.results()).isEqualTo(plan.results());
    fixture.git("rm", "-q", "theirs.txt");
    fixture.commit("taken back");
    apply(plan, "apply/applied");
  }

  /** A command that commits to the user's branch, as another user would. */
  private String moving(String path, String edit) {
    return "(cd %s && sed -i '%s' %s && git commit -qam moved)"
        .formatted(fixture.repository, edit, path);
  }

  @Test
  void aBranchThatMovesAgainWhileTheMergeIsCheckedIsFollowedAgain() throws Exception {
    Path moves = folder.resolve("moves");
    Plan plan =
        fixture.carriedOut(
            command("echo plan >> a.txt"),
            check(
                "echo x >> %1$s; [ $(wc -l < %1$s) != 2 ] || %2$s"
                    .formatted(moves, moving("ten.txt", "s/^5$/five/"))));
    fixture.write("theirs.txt", "theirs\n");
    fixture.commit("theirs");
    apply(plan, "apply/applied");
    assertThat(Files.readAllLines(moves)).hasSize(3);
    assertThat(fixture.git("rev-list", "--count", "HEAD")).isEqualTo("5");
    assertThat(fixture.read("ten.txt")).contains("five");
    assertThat(fixture.git("status", "--porcelain")).isEmpty();
  }

  @Test
  void aBranchThatNeverRestsIsNotFollowedForEver() throws Exception {
    Plan plan =
        fixture.carriedOut(command("echo plan >> a.txt"), check(moving("ten.txt", "$s/$/0/")));
    Plan refused = apply(plan, "apply/constrained");
    assertThat(lastError(plan)).contains("has moved 4 times");
    assertThat(fixture.read("a.txt")).isEqualTo("one\n");
    assertThat(checksRun(plan)).isEqualTo(1 + PlanApplier.MOST_MOVES);
    assertThat(fixture.git("log", "--format=%s", "-1")).isEqualTo("moved");
    assertThat(refused.changesNothing()).isFalse();
  }

  @Test
  void everyResultAPlanEverHadStaysInTheRepository() throws Exception {
    Plan plan = fixture.carriedOut(command("echo plan >> ten.txt"));
    fixture.write("ten.txt", "0\n" + TEN);
    fixture.commit("theirs");
    apply(plan, "apply/constrained");
    fixture.git("gc", "-q", "--prune=now");
    fixture.git("cat-file", "-e", plan.results().getFirst().tree());
    apply(plan, "apply/applied");
  }

  @Test
  void aBranchThatThePlanDoesNotTouchMayMove() throws Exception {
    Path plain = Files.createDirectories(folder.resolve("plain"));
    Files.writeString(plain.resolve("p.txt"), "p\n");
    Resource directory = Resource.of(Name.of("plain"), ResourceType.FS_DIRECTORY, plain);
    Plan plan =
        fixture.use(
            List.of(directory, fixture.resource()),
            "trusted",
            false,
            command("echo plan >> p.txt"));
    fixture.await(plan.id(), "execute/complete");
    fixture.write("theirs.txt", "theirs\n");
    fixture.commit("theirs");
    apply(plan, "apply/applied");
    assertThat(Files.readString(plain.resolve("p.txt"))).isEqualTo("p\nplan\n");
  }
}
