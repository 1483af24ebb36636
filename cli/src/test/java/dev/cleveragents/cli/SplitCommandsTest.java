package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.TestCli.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ways to split work: by a model, by an action, by files. */
class SplitCommandsTest {

  @TempDir private Path folder;

  private String model(String rules) throws Exception {
    Path model = folder.resolve("model.yaml");
    Files.writeString(model, rules);
    return "scripted/" + model;
  }

  @Test
  void aModelSplitsAGoalAndNothingStartsBeforeTheUserHasSeenTheParts() throws Exception {
    TestShop shop = TestShop.in(folder);
    String model =
        model(
            """
            - when: "Task:\\nmake b"
              reply: {calls: [{tool: write_file, arguments: {path: b.txt, content: "b\\n"}}]}
            - when: "Task:\\nmake c"
              reply: {calls: [{tool: run_command, arguments: {command: "cat a.txt b.txt > c.txt"}}]}
            - when: "Task:\\n"
              reply:
                calls:
                  - tool: propose_split
                    arguments:
                      parts:
                        - {name: second, goal: make c, depends_on: [first]}
                        - {name: first, goal: make b}
                      rationale: two files
            - reply: {calls: [{tool: finish, arguments: {summary: done}}]}
            """);

    Run asked = shop.cli().run("run", "port both", "--split", "--actor", model);
    assertThat(asked.exitCode()).as(asked.out() + asked.err()).isEqualTo(4);
    assertThat(asked.out())
        .contains("2 parts, at most 10 at once:", "second (after first)\n    make c");
    assertThat(asked.err()).contains("no terminal to ask on");
    assertThat(shop.cli().run("plan", "subplans").out()).doesNotContain("first");

    Run run = shop.cli().run("run", "port both", "--split", "--actor", model, "--yes");
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    assertThat(shop.read("c.txt")).isEqualTo("one\nb\n");
    assertThat(shop.cli().run("plan", "subplans").out()).contains("first", "second");
  }

  @Test
  void aModelThatProposesNoPartsIsCorrectedAndThenThePlanFails() throws Exception {
    TestShop shop = TestShop.in(folder);
    String model =
        model(
            """
            - turn: 1
              reply: {calls: [{tool: propose_split, arguments: {parts: [], rationale: none}}]}
            - when: no parts
              reply: {text: "It is one small change."}
            """);
    Run run = shop.cli().run("run", "fix a typo", "--split", "--actor", model, "--yes");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out() + run.err())
        .contains("did not split the goal into parts. It says: It is one small change.")
        .contains("Run the goal without --split");
  }

  @Test
  void anActionNamesItsParts() throws Exception {
    TestShop shop = TestShop.in(folder);
    Path file = folder.resolve("action.yaml");
    Files.writeString(
        file,
        """
        name: local/port
        description: Port {what}
        execution_actor: worker
        definition_of_done: It is ported
        arguments: [{name: what, required: true}]
        subplans:
          parts:
            - name: lexer
              goal: port the lexer of {what}
              exec: echo "$AGENTS_GOAL" > lexer.txt
            - {name: parser, goal: port the parser, file: parser.txt, depends_on: [lexer]}
        """);
    shop.actor("name: local/worker\ntype: command\ncommand: cat lexer.txt > {file}\n");
    assertThat(shop.cli().run("action", "create", file.toString()).exitCode()).isZero();

    Run run = shop.cli().run("plan", "use", "port", "--arg", "what=shop", "--yes");

    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    assertThat(shop.read("parser.txt")).isEqualTo("port the lexer of shop\n");
  }

  @Test
  void filesThatDoNotMatchAndTooManyThatDoAreRefusedWithTheNextStep() throws Exception {
    TestShop shop = TestShop.in(folder);
    String line = "echo x > {file}";

    Run none = shop.cli().run("run", "x", "--each", "*.java", "--exec", line, "--yes");
    assertThat(none.exitCode()).isEqualTo(3);
    assertThat(none.err()).contains("none of the committed files", "matches '*.java'", "Quote");
    for (int i = 0; i < 101; i++) {
      Files.writeString(folder.resolve("shop").resolve("f%d.md".formatted(i)), "");
    }
    shop.commit("f.md", "");
    Run many = shop.cli().run("run", "x", "--each", "*.md", "--exec", line);
    assertThat(many.exitCode()).isEqualTo(4);
    assertThat(many.err()).contains("102 files match '*.md'", "Re-run with --yes");
    assertThat(shop.cli().run("plan", "list").out()).doesNotContain("queued");
    Run both = shop.cli().run("run", "x", "--each", "*.md", "--split", "--exec", line);
    assertThat(both.err()).contains("--each and --split exclude each other.");
  }
}
