package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.TestCli.Run;
import dev.cleveragents.fixtures.GitRepository;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user can do after a failed command, a failed check or a denial. */
class PlanRecoveryTest {

  @TempDir Path folder;
  private TestShop shop;

  @BeforeEach
  void aShop() throws Exception {
    shop = TestShop.in(folder);
  }

  private Run ok(String... arguments) {
    Run run = shop.cli().run(arguments);
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    return run;
  }

  private String lastCommit() throws Exception {
    return new GitRepository(shop.repository()).git("log", "-1", "--format=%B");
  }

  @Test
  void afterAFailedCheckAnotherCommandRepairsTheResult() {
    Run failed =
        shop.cli().run("run", "x", "--exec", "echo x > x.txt", "--check", "grep -q y x.txt");
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.err())
        .contains("--fix CMD", "--ignore-checks REASON")
        .containsPattern("next: agents plan resume \\S+ --fix CMD");

    Run repaired = ok("plan", "resume", "--fix", "echo y > x.txt", "--yes");

    assertThat(repaired.out()).contains("applied");
    assertThat(ok("plan", "explain").out()).contains("repair with echo y > x.txt");
  }

  @Test
  void aRepairThatFailedThreeTimesCanBeReplaced() {
    shop.cli().run("run", "x", "--exec", "echo x > x.txt", "--check", "grep -q y x.txt");
    Run failed = shop.cli().run("plan", "resume", "--fix", "echo z > x.txt");
    assertThat(failed.err()).contains("after 3 rounds of repair", "--fix CMD");

    Run repaired = ok("plan", "resume", "--fix", "echo y > x.txt", "--yes");

    assertThat(repaired.out()).contains("applied");
  }

  @Test
  void checksAreIgnoredOnlyForAReasonWhichTheCommitNames() throws Exception {
    shop.cli().run("run", "x", "--exec", "echo x > x.txt", "--check", "false");

    assertThat(shop.cli().run("plan", "apply", "--ignore-checks", " ").exitCode()).isEqualTo(2);
    ok("plan", "apply", "--ignore-checks", "the test is\nflaky", "--yes");

    assertThat(lastCommit()).contains("CleverAgents-Checks-Ignored: the test is flaky");
    assertThat(ok("plan", "explain").out()).contains("Apply although required checks fail?");
  }

  @Test
  void afterAFailedCommandAnotherTakesItsPlace() {
    Run failed = shop.cli().run("run", "x", "--exec", "exit 3");
    assertThat(failed.err()).contains("--exec CMD");
    assertThat(shop.cli().run("plan", "resume", "--exec", " ").exitCode()).isEqualTo(2);

    Run repaired = ok("plan", "resume", "--exec", "echo x > x.txt", "--yes");

    assertThat(repaired.out()).contains("run echo x > x.txt").doesNotContain("exit 3");
  }

  @Test
  void aCommandThatIsEndedAtItsDeadlineIsNotRepeatedByItself() {
    Run ended =
        shop.cli().run("run", "x", "--deadline", "300ms", "--exec", "echo once; exec sleep 30");
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.out()).containsOnlyOnce("| once");
    assertThat(ended.err()).contains("--deadline TIME");
    assertThat(ok("plan", "log").out()).containsOnlyOnce("  once");

    Run again = shop.cli().run("plan", "resume", "--deadline", "400ms");

    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(ok("plan", "explain").out()).contains("How does the work continue?");
  }

  @Test
  void aPlanThatDidNotFailTakesNoOtherCommand() {
    ok("run", "x", "--exec", "echo x > x.txt", "--yes");

    Run refused = shop.cli().run("plan", "resume", "--exec", "echo y > x.txt");

    assertThat(refused.exitCode()).isEqualTo(4);
  }

  @Test
  void aDeniedPlanContinuesOnlyIfTheDenialIsOverridden() {
    shop.cli().run("run", "x", "--exec", "echo x > x.txt");
    Run denied = ok("approvals", "last", "--deny", "--reason", "not today");
    assertThat(denied.out()).contains("agents plan replan", "agents plan cancel");

    assertThat(ok("plan", "status").out()).contains("denied by", "not today", "plan replan");
    for (String move : new String[] {"apply", "resume"}) {
      Run refused = shop.cli().run("plan", move, "--yes");
      assertThat(refused.exitCode()).as(move).isEqualTo(4);
      assertThat(refused.err()).contains("denied by", "not today", "--grant --reason");
    }
    assertThat(shop.cli().run("approvals", "last", "--grant").exitCode()).isEqualTo(2);

    ok("approvals", "last", "--grant", "--reason", "tomorrow has come");
    ok("plan", "resume", "--yes");

    assertThat(ok("plan", "status", "--json").out()).contains("applied");
    assertThat(ok("audit", "log").out()).contains("approval.overridden", "tomorrow has come");
  }

  @Test
  void aDeniedPlanCanBePlannedAgain() {
    shop.cli().run("run", "x", "--exec", "echo x > x.txt");
    ok("approvals", "last", "--deny");

    Run planned = ok("plan", "replan", "--reason", "another try", "--yes");

    assertThat(planned.out()).contains("applied");
  }

  @Test
  void aQueuedPlanWithoutAWorkerSaysSo() throws Exception {
    shop.cli().run("run", "x", "--exec", "true", "--profile", "manual");
    ok("approvals", "last", "--grant");

    for (String command : new String[] {"status", "watch"}) {
      Run shown = ok("plan", command);
      assertThat(shown.out()).contains("worker: no worker runs", "next: agents plan resume");
    }
    assertThat(ok("plan", "resume", "--dry-run").out()).contains("queued, and no worker runs");
  }

  @Test
  void aWaiverCountsOnlyForTheWorkAsItWas() {
    shop.cli().run("run", "x", "--exec", "echo x > x.txt", "--check", "test -f never");
    assertThat(shop.cli().run("plan", "apply").err()).contains("--ignore-checks REASON");
    Run asked = shop.cli().run("plan", "apply", "--ignore-checks", "only this once");
    assertThat(asked.exitCode()).isEqualTo(4);
    assertThat(ok("plan", "status").out()).contains("checks: ignored: only this once");

    Run again = shop.cli().run("plan", "replan", "--reason", "properly", "--yes");

    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.err()).contains("Required checks fail");
    assertThat(ok("plan", "status").out()).doesNotContain("ignored:");
  }

  @Test
  void aWaivedPlanThatWaitsIsAppliedByTheSameCommand() throws Exception {
    shop.cli().run("run", "x", "--exec", "echo x > x.txt", "--check", "false");
    shop.cli().run("plan", "apply", "--ignore-checks", "it is flaky");

    ok("plan", "apply", "--ignore-checks", "it is flaky", "--yes");

    assertThat(lastCommit()).contains("CleverAgents-Checks-Ignored: it is flaky");
  }

  @Test
  void withoutAFailedCheckThereIsNothingToIgnore() {
    shop.cli().run("run", "x", "--exec", "echo x > x.txt", "--check", "true");
    Run resumed = shop.cli().run("plan", "resume");
    assertThat(resumed.exitCode()).isEqualTo(4);
    assertThat(resumed.err()).contains("waits for your decision", "next: agents plan apply");
    Run passed = shop.cli().run("plan", "apply", "--ignore-checks", "why not", "--yes");
    assertThat(passed.exitCode()).isEqualTo(4);
    assertThat(passed.err()).contains("none to ignore", "next: agents plan apply");

    shop.cli().run("run", "y", "--exec", "exit 3", "--check", "true");
    Run failed = shop.cli().run("plan", "apply", "--ignore-checks", "why not", "--yes");
    assertThat(failed.err()).contains("none to ignore");
  }

  @Test
  void changesThatMakeNoSenseAreRefused() {
    shop.cli().run("run", "x", "--exec", "exit 3");

    assertThat(shop.cli().run("plan", "resume", "--fix", "true").err()).contains("no findings");
    assertThat(shop.cli().run("plan", "resume", "--deadline", "0s").exitCode()).isEqualTo(2);
    Run both = ok("plan", "resume", "--exec", "echo x > x.txt", "--deadline", "1m", "--yes");
    assertThat(both.out()).contains("applied");
  }

  @Test
  void whatWasDeniedBeforeAnyWorkCanBeGrantedOrCancelled() {
    shop.cli().run("run", "x", "--exec", "true", "--profile", "manual");

    Run denied = ok("approvals", "last", "--deny");

    assertThat(denied.out()).contains("--grant --reason", "plan cancel").doesNotContain("replan");
    assertThat(ok("plan", "status").out()).contains("--grant --reason").doesNotContain("replan");
  }

  @Test
  void theFirstCharactersOfAShownIdNameThePlan() {
    shop.cli().run("run", "x", "--exec", "echo x > x.txt");
    String shown = ok("plan", "list").out().substring(0, 8);

    assertThat(ok("plan", "status", shown.substring(0, 5)).out()).contains(shown);
  }
}
