package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli.Run;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each situation has one exit code over all commands, in every format, and its message is printed
 * once.
 */
class ExitCodesTest {

  /** A situation: commands that get into it, and how they all end. */
  record Situation(String name, ExitCode code, List<String> lines) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final Path RECORDING =
      Path.of("../examples/fix-a-test/recording.jsonl").toAbsolutePath().normalize();

  private static final List<Situation> SITUATIONS =
      List.of(
          new Situation(
              "unknown command or option",
              ExitCode.USAGE,
              List.of("nothing", "plan nothing", "help nothing", "plan list --nothing", "run")),
          new Situation(
              "invalid value",
              ExitCode.USAGE,
              List.of(
                  "plan list --limit x",
                  "plan list --limit 0",
                  "job list --status x",
                  "schema x",
                  "cost --by x",
                  "completion x",
                  "--format x info",
                  "config set format x",
                  "run g --exec true --budget x",
                  "run g --exec true --deadline x",
                  "plan budget --add x",
                  "resource add x . --type x",
                  "model show x",
                  "context inspect x --view x",
                  "action show 9")),
          new Situation(
              "invalid file",
              ExitCode.USAGE,
              List.of(
                  "action create bad",
                  "action validate bad",
                  "actor add bad",
                  "actor validate bad",
                  "profile validate bad",
                  "mcp add bad",
                  "run g --replay bad",
                  "restore bad --force",
                  "action create dangling",
                  "action validate dangling",
                  "--data-dir wrong info")),
          new Situation(
              "no such thing",
              ExitCode.NOT_FOUND,
              List.of(
                  "plan status ZZZZ",
                  "plan apply ZZZZ --yes",
                  "plan cancel ZZZZ --yes",
                  "plan diff ZZZZ",
                  "plan log --step 99",
                  "plan explain --decision ZZZZ",
                  "plan rollback ZZZZ --yes",
                  "plan checkpoints --patch ZZZZ",
                  "plan use none",
                  "plan list --project none",
                  "approvals ZZZZ",
                  "approvals --project none",
                  "audit log --plan ZZZZ",
                  "job show ZZZZ",
                  "job cancel ZZZZ",
                  "sandbox show ZZZZ",
                  "project show none",
                  "resource show none",
                  "action show none",
                  "actor show none",
                  "profile show none",
                  "validation show none",
                  "mcp test none",
                  "prompt show none",
                  "config get none",
                  "config set none x",
                  "config unset none",
                  "breaker reset none",
                  "index status --project none",
                  "run g --exec true --project none",
                  "run g --exec true --profile none",
                  "run g --actor none")),
          new Situation(
              "no such file",
              ExitCode.NOT_FOUND,
              List.of(
                  "action create none.yaml",
                  "action validate none.yaml",
                  "run g --replay none.jsonl",
                  "restore none.backup",
                  "init none")),
          new Situation(
              "approval or confirmation missing",
              ExitCode.CONFLICT,
              List.of(
                  "plan execute PLAN",
                  "plan apply PLAN",
                  "plan cancel PLAN",
                  "run g --exec true --profile manual",
                  "project delete shelf",
                  "job purge --older-than 1d")),
          new Situation(
              "not in this state",
              ExitCode.CONFLICT,
              List.of(
                  "plan undo PLAN",
                  "plan pause PLAN",
                  "plan execute PLAN --detach",
                  "action create other",
                  "restore backup",
                  "backup backup",
                  "audit export backup")),
          new Situation(
              "tried and failed",
              ExitCode.FAILED,
              List.of("run g --exec false --yes", "run g --exec true --check false --yes")),
          new Situation(
              "budget spent",
              ExitCode.BUDGET,
              List.of("run g --replay %s --budget 1k --yes".formatted(RECORDING))));

  @TempDir private static Path folder;
  private static TestShop shop;
  private static String plan = "";

  @BeforeAll
  static void aShopWhosePlanWaits() throws Exception {
    shop = TestShop.in(folder);
    write("bad", "foo: [");
    write("dangling", action("none"));
    write("wrong/config.toml", "format = \n");
    write("good", action("claude-code"));
    write("other", action("claude-code") + "read_only: true\n");
    run("action", "create", "good");
    run("backup", "backup");
    run("project", "create", "shelf");
    Run waiting = run("run", "edit", "--exec", "echo two >> a.txt", "--json");
    assertThat(waiting.exitCode()).isEqualTo(ExitCode.CONFLICT.number());
    plan = waiting.json().path("data").path("id").textValue();
  }

  private static String action(String actor) {
    return "name: a\ndescription: b\nexecution_actor: %s\ndefinition_of_done: c\n".formatted(actor);
  }

  private static void write(String name, String text) throws IOException {
    Path file = shop.repository().resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static Run run(String... arguments) {
    return shop.cli().run(arguments);
  }

  static List<Situation> situations() {
    return SITUATIONS;
  }

  @ParameterizedTest
  @MethodSource("situations")
  void aSituationHasOneExitCode(Situation situation) {
    for (String line : situation.lines) {
      List<String> words = new ArrayList<>(List.of(line.replace("PLAN", plan).split(" ")));
      Run people = run(words.toArray(String[]::new));
      words.add("--json");
      Run programs = run(words.toArray(String[]::new));
      JsonNode error = programs.json().path("data").path("error");

      assertThat(people.exitCode()).as(line + people).isEqualTo(situation.code.number());
      assertThat(programs.exitCode()).as(line).isEqualTo(situation.code.number());
      assertThat(error.path("code").textValue()).as(line).isEqualTo(situation.code.code());
      assertThat(programs.json().path("messages").findValuesAsText("text"))
          .as(line)
          .doesNotContain(error.path("message").textValue());
      assertThat(people.out() + people.err()).as(line).isNotEmpty();
      assertThat((people.out() + people.err()).lines().map(ExitCodesTest::withoutLabel))
          .as(line)
          .filteredOn(it -> it.length() > 20)
          .doesNotHaveDuplicates();
    }
  }

  private static String withoutLabel(String line) {
    return line.strip().replaceFirst("^(error|warning|hint|next): ", "").replaceFirst("[.]$", "");
  }

  @Test
  void anInterruptHasItsOwn() {
    CancellationSource source = new CancellationSource();
    source.cancel(CancellationCause.shutdown("test"));

    assertThat(shop.cli().interruptedBy(source.token()).run("info").exitCode())
        .isEqualTo(ExitCode.INTERRUPTED.number());
  }

  @Test
  void everyCodeHasASituationAndALineInTheReference() throws IOException {
    Set<ExitCode> left = EnumSet.complementOf(EnumSet.of(ExitCode.OK, ExitCode.INTERRUPTED));
    SITUATIONS.forEach(situation -> left.remove(situation.code));
    String reference = Files.readString(Path.of("../docs/commands.md"));

    assertThat(left).isEmpty();
    for (ExitCode code : ExitCode.values()) {
      String word = code == ExitCode.OK ? "" : "`" + code.code() + "` ";
      assertThat(reference)
          .containsPattern("(?m)^\\| %d \\| %s\\| ".formatted(code.number(), Pattern.quote(word)));
    }
  }
}
