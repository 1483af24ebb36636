package dev.cleveragents.cli.noloss;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli;
import dev.cleveragents.cli.noloss.StopPoint.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code diagnostics} says of an apply whose process was killed past the point of no return.
 */
class UnfinishedApplyIT {

  @TempDir private Path folder;
  private TestUser user;
  private Path git;

  @BeforeEach
  void anApplyThatIsKilledOnceItIsCommitted() throws Exception {
    user =
        new TestUser(NoLossSetup.in(folder.toRealPath()), UserTree.MIXED, folder.resolve("user"));
    git = user.place.resolve(".git");
    user.startUntilKilled(Kind.STEP, "COMMITTED", NoLossSetup.RUN);
  }

  private JsonNode diagnostics(String... options) {
    List<String> line = new ArrayList<>(List.of("diagnostics", "--json"));
    line.addAll(List.of(options));
    TestCli.Run run = user.agents(line);
    assertThat(run.exitCode()).as(run.out()).isZero();
    return run.json().path("data");
  }

  private static List<String> left(JsonNode diagnostics, String kind, String field) {
    List<String> all = new ArrayList<>();
    for (JsonNode stray : diagnostics.path("left")) {
      if (stray.path("kind").asText().equals(kind)) {
        all.add(stray.path(field).asText());
      }
    }
    return all;
  }

  @Test
  void itIsReportedWithItsLocksAndFinishedByFix() throws Exception {
    String plan = user.plan().path("id").asText();
    Path foreign = Files.writeString(git.resolve("refs/heads/side.lock"), "");

    JsonNode told = diagnostics();
    assertThat(left(told, "apply", "what")).containsExactly("of plan " + plan);
    assertThat(left(told, "apply", "fate")).containsExactly("to_clear");
    assertThat(left(told, "apply", "why"))
        .first()
        .asString()
        .contains("after the point of no return", "--fix finishes it", "next command that writes");
    List<String> locks =
        left(told, "lock", "what").stream().filter(it -> !it.equals(foreign.toString())).toList();
    assertThat(locks).hasSize(3).allSatisfy(lock -> assertThat(Path.of(lock)).exists());
    assertThat(left(told, "lock", "why").stream().filter(it -> it.endsWith(plan))).hasSize(3);

    JsonNode done = diagnostics("--fix");
    assertThat(left(done, "apply", "fate")).containsExactly("cleared");
    assertThat(left(done, "apply", "why")).first().asString().contains("and is finished");
    assertThat(left(done, "lock", "what")).containsExactly(foreign.toString());
    assertThat(locks).allSatisfy(lock -> assertThat(Path.of(lock)).doesNotExist());
    assertThat(foreign).exists();
    assertThat(user.resume().out()).contains("apply/applied");
  }

  @Test
  void whatTheUserHasChangedMeanwhileIsKeptAndNamed() throws Exception {
    Files.writeString(user.place.resolve("a.txt"), "mine\n");

    JsonNode done = diagnostics("--fix");

    assertThat(left(done, "apply", "fate")).containsExactly("cleared");
    assertThat(left(done, "apply", "why"))
        .first()
        .asString()
        .contains("kept as you have it: a.txt");
    assertThat(user.place.resolve("a.txt")).hasContent("mine");
  }
}
