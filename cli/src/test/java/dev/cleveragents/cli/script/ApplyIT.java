package dev.cleveragents.cli.script;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cleveragents.cli.script.Checkout.Ran;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Applying a part, after the branch has moved, and taking it back: through the script. */
class ApplyIT extends ScriptShop {

  private static final String TEN = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";
  private static final String WORK =
      "echo plan >> a.txt; sed -e 's/^1$/one/' -e 's/^10$/ten/' ten.txt > t; mv t ten.txt";

  @BeforeEach
  void aSecondFile() throws Exception {
    write("ten.txt", TEN);
    commit("second");
  }

  private Ran succeeds(String... arguments) throws Exception {
    Ran ran = agents(arguments);
    assertThat(ran.exitCode()).as("%s%s", ran.out(), ran.err()).isZero();
    return ran;
  }

  private JsonNode data(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--json");
    return JsonMapper.builder()
        .build()
        .readTree(agents(all.toArray(String[]::new)).out())
        .path("data");
  }

  private void carryOut() throws Exception {
    assertThat(script("run", "change it", "--exec", WORK, "--check", "cat a.txt").exitCode())
        .isEqualTo(4);
  }

  @Test
  void aBranchThatMovedIsMergedShownAgainAndThenApplied() throws Exception {
    carryOut();
    write("ten.txt", TEN.replace("4\n", "four\n"));
    commit("theirs");
    Ran asks = agents("plan", "apply", "--yes");
    assertThat(asks.exitCode()).isEqualTo(4);
    assertThat(asks.err())
        .contains("The branch has moved", "refs/heads/main", "ten.txt", "the plan's diff")
        .contains("agents plan apply");
    assertThat(read("a.txt")).isEqualTo("one\n");
    assertThat(agents("plan", "diff").out()).contains(" four\n", "+ten", "@@ #1");
    succeeds("plan", "apply", "--yes");
    assertThat(read("ten.txt")).isEqualTo("one\n2\n3\nfour\n5\n6\n7\n8\n9\nten\n");
    assertThat(git("log", "--format=%s")).isEqualTo("change it\ntheirs\nsecond\nfirst");
    assertThat(git("status", "--porcelain")).isEmpty();
  }

  @Test
  void aPartIsAppliedTheRestLaterAndBothAreTakenBack() throws Exception {
    carryOut();
    String first = data("plan", "status").path("id").asText();
    Ran near = agents("plan", "apply", "--only", "tin.txt", "--yes");
    assertThat(near.exitCode()).isEqualTo(3);
    assertThat(near.err()).contains("did you mean 'ten.txt'?");
    succeeds("plan", "apply", first, "--only", "ten.txt:2", "--yes");
    assertThat(read("ten.txt")).isEqualTo(TEN.replace("10", "ten"));
    assertThat(read("a.txt")).isEqualTo("one\n");
    JsonNode link = data("plan", "status", first).path("links").path(0);
    assertThat(link.path("kind").asText()).isEqualTo("rest_of");
    assertThat(link.path("other").asText()).isEqualTo(first);
    String rest = link.path("plan").asText();
    assertThat(agents("plan", "status", rest).out()).contains("rest of", first.substring(18));
    succeeds("plan", "apply", rest, "--yes");
    assertThat(read("ten.txt")).isEqualTo("one\n2\n3\n4\n5\n6\n7\n8\n9\nten\n");
    write("later.txt", "later\n");
    commit("later");

    Ran undone = succeeds("plan", "undo", first, "--yes");
    assertThat(undone.out())
        .contains("undo with", "agents plan undo", "undoes", first.substring(18));
    assertThat(read("ten.txt")).isEqualTo(TEN.replace("1\n2", "one\n2"));
    assertThat(read("a.txt")).isEqualTo("one\nplan\n");
    assertThat(script("plan", "undo", rest, "--yes").exitCode()).isZero();
    assertThat(read("ten.txt")).isEqualTo(TEN);
    assertThat(git("diff", "--name-only", "HEAD~5", "HEAD")).isEqualTo("later.txt");
    Ran again = agents("plan", "undo", first, "--yes");
    assertThat(again.exitCode()).isEqualTo(4);
    assertThat(again.err()).contains("is left on the branch");
    assertThat(agents("audit", "verify").exitCode()).isZero();
  }

  @Test
  void anUndoThatConflictsWithLaterCommitsChangesNothing() throws Exception {
    succeeds("run", "change it", "--exec", WORK, "--yes");
    write("a.txt", "one\nplanned otherwise\n");
    commit("later");
    String before = git("rev-parse", "HEAD");
    Ran refused = agents("plan", "undo", "--yes");
    assertThat(refused.exitCode()).isEqualTo(4);
    assertThat(refused.err()).contains("a.txt (content:", "Nothing was changed");
    assertThat(git("rev-parse", "HEAD")).isEqualTo(before);
    assertThat(git("status", "--porcelain")).isEmpty();
    assertThat(data("plan", "list").path("plans")).hasSize(1);
  }
}
