package dev.cleveragents.cli.noloss;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli;
import java.nio.file.Files;
import java.util.List;

/**
 * An undo of a plan, and another command on the same plan at the same moment. Whichever is first:
 * the work is there once or not at all, it is reverted at most once, and an undo that reports
 * success has happened.
 */
record ConcurrentUndo(String other) {

  /**
   * Lets both go, and looks what has come of it.
   *
   * @param applied whether the plan is applied already
   */
  void run(TestUser user, CommandProcess first, CommandProcess second, boolean applied)
      throws Exception {
    String text = Files.readString(user.place.resolve("a.txt"));
    String without = applied ? text.substring(0, text.lastIndexOf("zwei\n")) : text;
    int commits = Integer.parseInt(user.commits()) - (applied ? 1 : 0);
    String id = user.plan().path("id").asText();
    first.prepare(user.place, user.home(), ConcurrentCommands.words("undo", user, id));
    second.prepare(user.place, user.home(), ConcurrentCommands.words(other, user, id));
    first.go(0);
    second.go(0);
    TestCli.Run undo = first.answer();
    TestCli.Run ran = second.answer();
    user.recover();
    String all =
        "undo: %d %s%s%n%s: %d %s%s"
            .formatted(
                undo.exitCode(),
                undo.out(),
                undo.err(),
                other,
                ran.exitCode(),
                ran.out(),
                ran.err());
    assertThat(undo.out() + undo.err() + ran.out() + ran.err())
        .as(all)
        .doesNotContain("This is a defect");
    boolean undone = isUndone(undo) || (other.equals("undo") && isUndone(ran));
    boolean there = stage(user, id).equals("apply/applied");
    assertThat(there || !undone).as("only what was applied is taken back; %s", all).isTrue();
    assertThat(user.commits())
        .as("one commit for the work, one for taking it back; %s", all)
        .isEqualTo(Integer.toString(commits + (there ? 1 : 0) + (undone ? 1 : 0)));
    assertThat(Files.readString(user.place.resolve("a.txt")))
        .as(all)
        .isEqualTo(there && !undone ? without + "zwei\n" : without);
    if (applied) {
      assertThat(undone).as("one of them takes it back; %s", all).isTrue();
    }
    TestCli.Run verified = user.agents("audit", "verify");
    assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
  }

  private static boolean isUndone(TestCli.Run run) {
    return run.exitCode() == 0
        && run.json().path("data").path("stage").asText("").equals("apply/applied");
  }

  private static String stage(TestUser user, String id) {
    JsonNode plan = user.agents("plan", "status", id, "--json").json();
    return plan.path("data").path("stage").asText("");
  }

  static List<String> others(boolean applied) {
    return applied
        ? List.of("undo", "execute", "apply", "cancel", "resume", "rollback", "clean up")
        : List.of("undo", "apply", "cancel");
  }
}
