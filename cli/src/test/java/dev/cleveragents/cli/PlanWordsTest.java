package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli.Run;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the commands of plans say, and what they must not say. */
class PlanWordsTest {

  /** Looks like a key of a provider and is none. */
  private static final String KEY = "sk-ant-api03-" + "Zk3".repeat(30);

  @TempDir private Path folder;
  private TestShop shop;

  @BeforeEach
  void aShop() throws Exception {
    shop = TestShop.in(folder);
  }

  private String idOf(Run run) {
    JsonNode id = run.json().path("data").path("id");
    return id.asText().substring(id.asText().length() - 8);
  }

  @Test
  void withNobodyToAskTheCommandThatIsNamedAppliesThatPlanAndNoOther() throws Exception {
    String first =
        idOf(shop.cli().run("run", "b", "--exec", "echo b > b.txt; echo c > c.txt", "--json"));
    shop.cli().run("run", "d", "--exec", "echo d > d.txt");

    Run refused = shop.cli().run("plan", "apply", first);

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err())
        .contains("This changes your files", "agents plan apply " + first + " --yes")
        .doesNotContain("cannot be undone");
    assertThat(shop.cli().run("plan", "apply", first, "--only", "b.txt").err())
        .contains("agents plan apply " + first + " --only … --yes");
    assertThat(shop.git("status", "--porcelain")).isEmpty();
    assertThat(shop.cli().run("plan", "cancel", first).err()).contains("This cannot be undone");
  }

  @Test
  void aRefusalNamesTheStateAndACommandForThatPlan() {
    String applied =
        idOf(shop.cli().run("run", "b", "--exec", "echo b > b.txt", "--yes", "--json"));
    String cancelled = idOf(shop.cli().run("run", "c", "--exec", "echo c > c.txt", "--json"));
    shop.cli().run("plan", "cancel", cancelled, "--yes");
    shop.cli().run("run", "d", "--exec", "echo d > d.txt");

    refused("apply/applied and cannot be cancelled", "agents plan undo", "cancel", applied);
    refused("apply/applied and cannot be resumed", "agents plan status", "resume", applied);
    refused("execute/cancelled and cannot be resumed", "agents plan diff", "resume", cancelled);
    refused("execute/cancelled and cannot go on to apply", "agents plan diff", "apply", cancelled);
  }

  @Test
  void aPlanThatHasNotBegunSaysWhatItAsksAndWhatAnswers() {
    String plan =
        idOf(
            shop.cli()
                .run("run", "b", "--exec", "echo b > b.txt", "--profile", "manual", "--json"));

    assertThat(shop.cli().run("plan", "list").out())
        .contains("strategize/queued (not begun)")
        .doesNotContain("paused");
    assertThat(shop.cli().run("plan", "status", plan).out())
        .contains("stage: strategize/queued (not begun)")
        .containsPattern(
            "asks: Shall it be planned\\?.*agents approvals %s --grant".formatted(plan))
        .contains("next: agents plan resume %s (says yes and goes on)".formatted(plan));
    assertThat(shop.cli().run("plan", "resume", plan, "--dry-run").out())
        .contains("It asks: Shall it be planned? Without --dry-run that is answered with yes.");
    assertThat(shop.cli().run("plan", "resume", plan).out())
        .contains("Resuming is a yes to: Shall it be planned?");
    assertThat(shop.cli().run("plan", "resume", plan, "--dry-run").out())
        .doesNotContain("answered with yes");
  }

  @Test
  void whatAProfileRefusesIsNotAdvisedToBeTriedAgain() throws Exception {
    Path profile = folder.resolve("strict.yaml");
    Files.writeString(
        profile, "name: local/strict\nbased_on: ci\nguards:\n  deny: [\"run_command(*)\"]\n");
    assertThat(shop.cli().run("profile", "add", profile.toString()).exitCode()).isZero();

    Run run = shop.cli().run("run", "b", "--exec", "echo b > b.txt", "--profile", "strict");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("It would be refused again", "next: agents profile show strict")
        .doesNotContain("plan resume");
    assertThat(shop.cli().run("profile", "show", "strict").exitCode()).isZero();
    assertThat(shop.cli().run("plan", "errors").out()).doesNotContain("plan resume");
  }

  @Test
  void anInterruptAtAQuestionSaysThatNothingWasChangedAndHowToGoOn() {
    CancellationSource interrupt = new CancellationSource();
    Runnable pressed = () -> interrupt.cancel(CancellationCause.shutdown("ctrl-C"));

    Run run =
        shop.cli()
            .onTerminal()
            .interruptedBy(interrupt.token())
            .answering(pressed)
            .run("run", "b", "--exec", "echo b > b.txt", "--format", "plain");

    assertThat(run.out())
        .containsPattern(
            "Interrupted; nothing of yours was changed. Go on with: agents plan apply [0-9A-Z]{8}");
  }

  @Test
  void whatDoesNotGoTogetherIsAdvisedToBePlannedAnewByErrorAndStatus() throws Exception {
    String plan = idOf(shop.cli().run("run", "b", "--exec", "echo b > a.txt", "--json"));
    shop.commit("a.txt", "mine\n");

    Run refused = shop.cli().run("plan", "apply", plan, "--yes");

    String helps = "next: agents plan replan " + plan;
    assertThat(refused.exitCode()).isEqualTo(4);
    assertThat(refused.err()).contains("does not go together", helps);
    assertThat(shop.cli().run("plan", "status", plan).out())
        .contains("apply/constrained", helps)
        .doesNotContain("plan apply");
  }

  private void refused(String why, String helps, String command, String plan) {
    Run run = shop.cli().run("plan", command, plan, "--yes");
    assertThat(run.exitCode()).as(run.err()).isEqualTo(4);
    assertThat(run.err()).contains(why).containsPattern(helps + " [0-9A-Z]*" + plan);
  }

  @Test
  void aSecretInAGoalReachesTheActorAndNothingElse() throws Exception {
    String goal = "use " + KEY;
    Run run =
        shop.cli()
            .run("run", goal, "--exec", "test \"$AGENTS_GOAL\" = '" + goal + "' > ok", "--yes");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(shop.git("log", "--all", "--format=%B")).contains("use [REDACTED");
    List<Run> all =
        List.of(
            run,
            shop.cli().run("plan", "status"),
            shop.cli().run("plan", "status", "--json"),
            shop.cli().run("plan", "list"),
            shop.cli().run("plan", "list", "--format", "yaml"),
            shop.cli().run("plan", "tree"),
            shop.cli().run("plan", "explain"),
            shop.cli().run("audit", "log", "--json"));
    assertThat(all).allSatisfy(it -> assertThat(it.out() + it.err()).doesNotContain(KEY));
    assertThat(shop.git("log", "--all", "--format=%B")).doesNotContain(KEY);
  }

  @Test
  void namesOfFilesStandOnALineEachAsGitWritesThem() {
    shop.cli().run("run", "odd", "--exec", "touch 'new\nline' 'a \"b\"'");
    assertThat(shop.cli().run("plan", "diff", "--name-only").out().lines())
        .containsExactly("\"a \\\"b\\\"\"", "\"new\\nline\"");
  }
}
