package dev.cleveragents.engine.plan;

import static dev.cleveragents.engine.plan.PlanHouse.check;
import static dev.cleveragents.engine.plan.PlanHouse.command;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.change.Changesets;
import dev.cleveragents.engine.project.Resource;
import dev.cleveragents.engine.project.ResourceType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The branch goes on between the work and the apply: merged, checked and shown again. */
class FollowingTest extends TenLines {

  private String lastError(Plan plan) {
    return house.plans.errors(plan.id()).getLast().message();
  }

  private long checksRun(Plan plan) {
    return house.log.log(new EventFilter(plan.id(), "validation.ran", null), 0, 100).size();
  }

  @ParameterizedTest
  @EnumSource
  void aMoveBesideThePlansPathsIsMergedCheckedAgainAndAppliedAtOnce(Base base) throws Exception {
    moveTo(base);
    Plan plan = house.carriedOut(command("echo plan >> a.txt"), check("cat a.txt"));
    house.write("theirs.txt", "theirs\n");
    String theirs = house.commit("theirs");
    Plan applied = apply(plan, "apply/applied");
    assertThat(house.read("a.txt")).isEqualTo("one\nplan\n");
    assertThat(house.git("rev-parse", "HEAD^")).isEqualTo(theirs);
    assertThat(house.git("ls-tree", "--name-only", "HEAD").lines()).contains("a.txt", "theirs.txt");
    assertThat(house.git("status", "--porcelain")).isEmpty();
    assertThat(applied.brief().targets().getFirst().base()).isEqualTo(theirs);
    assertThat(applied.results().getFirst().tree())
        .isEqualTo(house.git("rev-parse", "HEAD^{tree}"));
    assertThat(checksRun(plan)).isEqualTo(2);
    assertThat(house.git("for-each-ref", "--format=%(refname)", "refs/cleveragents/merged"))
        .isEmpty();
    assertThat(house.log.verify().isSound()).isTrue();
  }

  @Test
  void aMoveInAPathOfThePlanIsShownAgainAndThenAppliedExactlySo() throws Exception {
    Plan plan = house.carriedOut(command("sed -i s/^10$/ten/ ten.txt"), check("grep ten ten.txt"));
    house.write("ten.txt", TEN.replace("1\n2", "one\n2"));
    String theirs = house.commit("theirs");
    String before = house.everything();

    Plan asks = apply(plan, "apply/constrained");

    assertThat(house.everything()).isEqualTo(before);
    assertThat(lastError(plan)).contains("refs/heads/main of app went from", "ten.txt");
    assertThat(house.plans.errors(plan.id()).getLast().advice().hint())
        .contains("agents plan diff");
    assertThat(new Changesets(house.database).net(plan.id()))
        .singleElement()
        .satisfies(
            change ->
                assertThat(house.content(Objects.requireNonNull(change.after())))
                    .isEqualTo(TEN.replace("1\n2", "one\n2").replace("10", "ten")));
    assertThatThrownBy(() -> house.plans.apply(plan))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("has changed since it was shown");
    house.plans.apply(asks);
    Plan applied = house.await(plan.id(), "apply/applied");
    assertThat(applied.results()).isEqualTo(asks.results());
    assertThat(house.git("rev-parse", "HEAD^")).isEqualTo(theirs);
    assertThat(house.git("rev-parse", "HEAD^{tree}")).isEqualTo(asks.results().getFirst().tree());
    assertThat(checksRun(plan)).isEqualTo(2);
  }

  @Test
  void aPlanThatNobodyHasToAllowGoesOnWithWhatPassedTheChecks() throws Exception {
    Plan plan =
        house.use("ci", command(moving("ten.txt", "s/^1$/one/") + "; sed -i s/^10$/ten/ ten.txt"));
    house.await(plan.id(), "apply/applied");
    assertThat(house.read("ten.txt")).startsWith("one\n2\n").endsWith("9\nten\n");
  }

  @Test
  void whatDoesNotGoTogetherIsRefusedWithPathsAndKindsAndNothingChanges() throws Exception {
    Plan plan = house.carriedOut(command("echo plan > a.txt; echo plan > new.txt; rm ten.txt"));
    house.write("a.txt", "theirs\n");
    house.write("new.txt", "theirs\n");
    house.write("ten.txt", TEN + "11\n");
    house.commit("theirs");
    String before = house.everything();
    Plan refused = apply(plan, "apply/constrained");
    assertThat(house.everything()).isEqualTo(before);
    assertThat(lastError(plan))
        .contains("a.txt (content:", "new.txt (add_add:", "ten.txt (delete_modify:");
    assertThat(house.plans.errors(plan.id()).getLast().advice().command()).contains("plan replan");
    assertThat(refused.brief()).isEqualTo(plan.brief());
    assertThat(refused.results()).isEqualTo(plan.results());
  }

  @Test
  void aMergeThatFailsACheckIsNotAppliedAndThePlanStaysAsItWas() throws Exception {
    Plan plan =
        house.carriedOut(
            command("echo plan >> a.txt"), check("[ ! -e theirs.txt ] || { echo broken; false; }"));
    house.write("theirs.txt", "theirs\n");
    house.commit("theirs");
    String before = house.everything();
    Plan refused = apply(plan, "apply/constrained");
    assertThat(house.everything()).isEqualTo(before);
    assertThat(lastError(plan)).contains("fails required checks", "broken");
    assertThat(refused.results()).isEqualTo(plan.results());
    house.git("rm", "-q", "theirs.txt");
    house.commit("taken back");
    apply(plan, "apply/applied");
  }

  /** A command that commits to the user's branch, as somebody else would. */
  private String moving(String path, String edit) {
    return "(cd %s && sed -i '%s' %s && git commit -qam moved)"
        .formatted(house.repository, edit, path);
  }

  @Test
  void aBranchThatMovesAgainWhileTheMergeIsCheckedIsFollowedAgain() throws Exception {
    Path moves = folder.resolve("moves");
    Plan plan =
        house.carriedOut(
            command("echo plan >> a.txt"),
            check(
                "echo x >> %1$s; [ $(wc -l < %1$s) != 2 ] || %2$s"
                    .formatted(moves, moving("ten.txt", "s/^5$/five/"))));
    house.write("theirs.txt", "theirs\n");
    house.commit("theirs");
    apply(plan, "apply/applied");
    assertThat(Files.readAllLines(moves)).hasSize(3);
    assertThat(house.git("rev-list", "--count", "HEAD")).isEqualTo("5");
    assertThat(house.read("ten.txt")).contains("five");
    assertThat(house.git("status", "--porcelain")).isEmpty();
  }

  @Test
  void aBranchThatNeverRestsIsNotFollowedForEver() throws Exception {
    Plan plan =
        house.carriedOut(command("echo plan >> a.txt"), check(moving("ten.txt", "$s/$/0/")));
    Plan refused = apply(plan, "apply/constrained");
    assertThat(lastError(plan)).contains("has moved 4 times");
    assertThat(house.read("a.txt")).isEqualTo("one\n");
    assertThat(checksRun(plan)).isEqualTo(1 + Applying.MOST_MOVES);
    assertThat(house.git("log", "--format=%s", "-1")).isEqualTo("moved");
    assertThat(refused.changesNothing()).isFalse();
  }

  @Test
  void everyResultAPlanEverHadStaysInTheRepository() throws Exception {
    Plan plan = house.carriedOut(command("echo plan >> ten.txt"));
    house.write("ten.txt", "0\n" + TEN);
    house.commit("theirs");
    apply(plan, "apply/constrained");
    house.git("gc", "-q", "--prune=now");
    house.git("cat-file", "-e", plan.results().getFirst().commit());
    apply(plan, "apply/applied");
  }

  @Test
  void aBranchThatThePlanDoesNotTouchMayMove() throws Exception {
    Path plain = Files.createDirectories(folder.resolve("plain"));
    Files.writeString(plain.resolve("p.txt"), "p\n");
    Resource directory = Resource.of(Name.of("plain"), ResourceType.FS_DIRECTORY, plain);
    Plan plan =
        house.use(
            List.of(directory, house.resource()), "trusted", false, command("echo plan >> p.txt"));
    house.await(plan.id(), "execute/complete");
    house.write("theirs.txt", "theirs\n");
    house.commit("theirs");
    apply(plan, "apply/applied");
    assertThat(Files.readString(plain.resolve("p.txt"))).isEqualTo("p\nplan\n");
  }
}
