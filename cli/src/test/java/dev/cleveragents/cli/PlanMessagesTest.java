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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The messages of the commands about plans. */
class PlanMessagesTest {

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
  void withoutATerminalTheSuggestedCommandAppliesExactlyThatPlan() throws Exception {
    String first =
        idOf(shop.cli().run("run", "b", "--exec", "echo b > b.txt; echo c > c.txt", "--json"));
    shop.cli().run("run", "d", "--exec", "echo d > d.txt");

    Run refused = shop.cli().run("plan", "apply", first);

    assertThat(refused.exitCode()).isEqualTo(4);
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
    refused(
        "execute/cancelled and cannot continue with apply", "agents plan diff", "apply", cancelled);
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
        .containsPattern("asks: Start planning\\?.*agents approvals %s --grant".formatted(plan))
        .contains(
            "next: agents plan resume %s (approves the pending step and continues)"
                .formatted(plan));
    assertThat(shop.cli().run("plan", "resume", plan, "--dry-run").out())
        .contains("Open approval: Start planning? Running without --dry-run approves it.");
    assertThat(shop.cli().run("plan", "resume", plan).out())
        .contains("resuming approves: Start planning?");
    assertThat(shop.cli().run("plan", "resume", plan, "--dry-run").out())
        .doesNotContain("answers yes");
  }

  @Test
  void aRefusalByAProfileAdvisesNoRetry() throws Exception {
    Path profile = folder.resolve("strict.yaml");
    Files.writeString(
        profile, "name: local/strict\nbased_on: ci\nguards:\n  deny: [\"run_command(*)\"]\n");
    assertThat(shop.cli().run("profile", "add", profile.toString()).exitCode()).isZero();

    Run run = shop.cli().run("run", "b", "--exec", "echo b > b.txt", "--profile", "strict");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("a retry fails the same way", "next: agents profile show strict")
        .doesNotContain("plan resume");
    assertThat(shop.cli().run("profile", "show", "strict").exitCode()).isZero();
    assertThat(shop.cli().run("plan", "errors").out()).doesNotContain("plan resume");
  }

  @Test
  void anInterruptAtAQuestionPrintsHowToContinue() {
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
            "Interrupted; your files are unchanged. Continue with: agents plan apply [0-9A-Z]{8}");
  }

  @Test
  void aRefusalByAHookIsAdvisedToBeRepairedOrSkipped() throws Exception {
    Path hook = shop.repository().resolve(".git/hooks/pre-commit");
    Files.createDirectories(hook.getParent());
    Files.writeString(hook, "#!/bin/sh\nexit 1\n");
    assertThat(hook.toFile().setExecutable(true)).isTrue();

    Run refused = shop.cli().run("run", "b", "--exec", "echo b > b.txt", "--yes");

    assertThat(refused.exitCode()).as(refused.err()).isEqualTo(4);
    assertThat(refused.err())
        .contains("--no-verify")
        .containsPattern("next: agents plan open \\S+");
    assertThat(shop.cli().run("plan", "status").out())
        .containsPattern("next: agents plan open \\S+");
  }

  @Test
  void checkpointsCountWhatAnInterruptedStepHasLeft() throws Exception {
    CancellationSource interrupt = new CancellationSource();
    Path begun = shop.folder().resolve("begun");
    Thread user =
        Thread.ofVirtual()
            .start(
                () -> {
                  while (!Files.exists(begun)) {
                    Thread.onSpinWait();
                  }
                  interrupt.cancel(CancellationCause.shutdown("ctrl-C"));
                });

    Run paused =
        shop.cli()
            .interruptedBy(interrupt.token())
            .run("run", "b", "--exec", "echo b > b.txt; touch %s; sleep 600".formatted(begun));
    user.join();

    assertThat(paused.out()).contains("--keep-partial");
    assertThat(shop.cli().run("plan", "checkpoints").out())
        .containsPattern("interrupted .*left 1 file behind");
  }

  @Test
  void aConflictIsAdvisedToBeReplannedByErrorAndStatus() throws Exception {
    String plan = idOf(shop.cli().run("run", "b", "--exec", "echo b > a.txt", "--json"));
    shop.commit("a.txt", "mine\n");

    Run refused = shop.cli().run("plan", "apply", plan, "--yes");

    String helps = "next: agents plan replan " + plan;
    assertThat(refused.exitCode()).isEqualTo(4);
    assertThat(refused.err()).contains("its changes conflict with the plan", helps);
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

  @Test
  void ofManyFilesTheFirstAreShownBeforeAQuestionAndAllWhereTheyAreAskedFor() throws Exception {
    Run run =
        shop.cli()
            .answering("n\n")
            .onTerminal()
            .run("run", "many", "--exec", "for i in $(seq 101 160); do echo x > f$i.txt; done");

    assertThat(run.exitCode()).isEqualTo(4);
    String shown = run.out() + run.err();
    assertThat(shown.lines().filter(line -> line.contains(".txt |"))).hasSize(12);
    assertThat(shown)
        .containsPattern("… and 48 more; 'agents plan diff \\S+ --stat' shows all")
        .contains("60 files changed");
    String refused = shop.cli().run("plan", "apply").out();
    assertThat(refused.lines().filter(line -> line.contains(".txt |"))).hasSize(12);
    assertThat(shop.cli().run("plan", "diff", "--stat").out()).contains("f160.txt |");
    assertThat(shop.cli().run("plan", "diff", "--name-only").out().lines()).hasSize(60);
    assertThat(shop.cli().run("plan", "diff", "--json").json().at("/data/files")).hasSize(60);
  }

  @ParameterizedTest
  @CsvSource({
    "run it --actor wirter, writer",
    "run it --exec true --profile trustde, There is no profile trustde",
    "run it --exec true --project shpo, shop",
    "plan use fxi, fix",
    "plan use fix --profile trustd, There is no profile trustd (Did you mean 'trusted'?)",
    "run g --actor claud-code, There is no actor claud-code (Did you mean 'claude-code'?)",
    "actor run wirter it, writer",
    "plan status ZZZZZZZZ, ZZZZZZZZ",
    "job show ZZZZZZZZ, ZZZZZZZZ",
    "sandbox show ZZZZZZZZ, ZZZZZZZZ",
  })
  void aNameThatIsNotThereIsNotFound(String line, String meant) throws Exception {
    shop.actor("name: writer\ntype: command\ncommand: 'true'\n");
    assertThat(shop.cli().run("init").exitCode()).isZero();
    Path action = folder.resolve("action.yaml");
    Files.writeString(
        action,
        "name: fix\ndescription: fix it\nexecution_actor: writer\ndefinition_of_done: done\n");
    assertThat(shop.cli().run("action", "create", action.toString()).exitCode()).isZero();

    Run run = shop.cli().run(line.split(" "));

    assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
    assertThat(run.err()).contains(meant);
    assertThat(shop.cli().run("plan", "list", "--json").json().at("/data/plans")).isEmpty();
  }
}
