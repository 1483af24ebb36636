package dev.cleveragents.cli.noloss;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli;
import java.util.List;

/**
 * Two commands that two processes run on the same plan at the same moment, and what must hold
 * afterwards, whichever was first.
 */
record ConcurrentCommands(String one, String other) {

  /**
   * Lets both go, and looks what has come of it.
   *
   * @param lag how much later than the first the second begins, in nanoseconds
   */
  void run(TestUser user, CommandProcess first, CommandProcess second, long lag) throws Exception {
    UserState before = user.exactly();
    int commits = Integer.parseInt(user.commits());
    String id = user.plan().path("id").asText();
    first.prepare(user.place, user.home(), words(one, user, id));
    second.prepare(user.place, user.home(), words(other, user, id));
    first.go(Math.max(0, -lag));
    second.go(Math.max(0, lag));
    TestCli.Run ran = first.answer();
    TestCli.Run otherRan = second.answer();
    String told = user.stage();
    if (told.endsWith("processing") || told.endsWith("queued")) {
      // Its owner is dead, and neither of the two had to take its place.
      user.resume();
    }
    String stage = user.stage();
    String all =
        "%s: %d %s%s%n%s: %d %s%s%nin the end %s"
            .formatted(
                one,
                ran.exitCode(),
                ran.out(),
                ran.err(),
                other,
                otherRan.exitCode(),
                otherRan.out(),
                otherRan.err(),
                stage);
    assertThat(stage).as("comes to rest; %s", all).doesNotContain("processing");
    boolean applied = stage.equals("apply/applied");
    assertThat(user.commits())
        .as("one commit if it is applied, none if not; %s", all)
        .isEqualTo(Integer.toString(commits + (applied ? 1 : 0)));
    if (applied) {
      assertThat(Shell.run(user.place, "git diff --numstat HEAD~1 HEAD"))
          .as("the work, once; %s", all)
          .isEqualTo("1\t0\ta.txt");
    } else {
      assertThat(user.exactly().differences(before)).as(all).isEmpty();
    }
    assertTrue(one, ran, stage, all);
    assertTrue(other, otherRan, stage, all);
    assertThat(applied(user, id)).as("applied in the log; %s", all).isEqualTo(applied ? 1 : 0);
    TestCli.Run verified = user.agents("audit", "verify");
    assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
  }

  static List<String> words(String command, TestUser user, String plan) {
    return switch (command) {
      case "clean up" -> List.of("diagnostics", "--fix", "--json");
      case "rollback" ->
          List.of("plan", "rollback", plan, firstCheckpoint(user, plan), "--yes", "--json");
      default -> List.of("plan", command, plan, "--yes", "--json");
    };
  }

  private static String firstCheckpoint(TestUser user, String plan) {
    JsonNode answer = user.agents("plan", "checkpoints", plan, "--json").json();
    return answer.path("data").path("checkpoints").path(0).path("id").asText();
  }

  /** What a command reports must be true afterwards. */
  private static void assertTrue(String command, TestCli.Run run, String stage, String all) {
    assertThat(run.out() + run.err()).as(all).doesNotContain("This is a defect");
    JsonNode told = run.json().path("data");
    if (run.exitCode() == 0 && command.equals("cancel")) {
      assertThat(stage).as("cancel was told to have worked; %s", all).endsWith("/cancelled");
    }
    if (run.exitCode() == 0 && told.path("stage").asText("").equals("apply/applied")) {
      assertThat(stage).as("was told to be applied; %s", all).isEqualTo("apply/applied");
    }
  }

  private static int applied(TestUser user, String id) {
    JsonNode log =
        user.agents("audit", "log", "--plan", id, "--type", "apply.done", "--json").json();
    return log.path("data").path("events").size();
  }
}
