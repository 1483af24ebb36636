package dev.cleveragents.engine.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.definition.Script.Choice;
import dev.cleveragents.engine.tool.DeleteFileTool;
import dev.cleveragents.engine.tool.EditFileTool;
import dev.cleveragents.engine.tool.MoveFileTool;
import dev.cleveragents.engine.tool.RunCommandTool;
import dev.cleveragents.engine.tool.Tool;
import dev.cleveragents.engine.tool.ToolCall;
import dev.cleveragents.engine.tool.WriteFileTool;
import dev.cleveragents.engine.yaml.YamlProblem;
import dev.cleveragents.engine.yaml.YamlSource;
import dev.cleveragents.workspace.Name;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ActorTest {

  private static final String SCRIPTED =
      """
      name: demo
      type: scripted
      strategize:
        - {question: Which way?, chosen: This one, alternatives: [that], confidence: 0.9, rationale: Shorter}
      execute:
        - decide: {question: Where?, chosen: Here}
        - write: {path: a/b.txt, content: "x"}
        - write: {path: run.sh, content_lines: ["#!/bin/sh", "exit 0"], executable: true}
        - edit: {path: a/b.txt, find: x, replace: ""}
        - delete: {path: old.txt}
        - move: {from: a, to: b}
        - run: {command: make test}
        - wait: {for: 200ms}
        - wait: {file: gate}
        - run: {command: make doc, resource: docs}
        - fail: {message: too many requests, transient: true, times: 2}
      on_findings:
        - fail: {message: no idea}
      """;

  private static Actor actor(String yaml) {
    return DefinitionKind.ACTOR.read(new YamlSource("a.yaml", yaml)).orThrow();
  }

  private static <A extends Record> Script.Step step(Tool<A> tool, A arguments) {
    return new Script.UseTool(new ToolCall<>(tool, arguments), null);
  }

  @Test
  void aScriptIsReadStepByStep() {
    assertThat(actor(SCRIPTED))
        .isEqualTo(
            new ScriptedActor(
                Name.of("demo"),
                new Script(
                    List.of(new Choice("Which way?", "This one", List.of("that"), 0.9, "Shorter")),
                    List.of(
                        new Script.Decide(new Choice("Where?", "Here", List.of(), null, "")),
                        step(
                            new WriteFileTool(),
                            new WriteFileTool.Arguments("a/b.txt", "x", null, false)),
                        step(
                            new WriteFileTool(),
                            new WriteFileTool.Arguments(
                                "run.sh", null, List.of("#!/bin/sh", "exit 0"), true)),
                        step(new EditFileTool(), new EditFileTool.Arguments("a/b.txt", "x", "")),
                        step(new DeleteFileTool(), new DeleteFileTool.Arguments("old.txt")),
                        step(new MoveFileTool(), new MoveFileTool.Arguments("a", "b")),
                        step(new RunCommandTool(), new RunCommandTool.Arguments("make test")),
                        new Script.WaitFor(Duration.ofMillis(200)),
                        new Script.WaitUntil("gate", null),
                        new Script.UseTool(RunCommandTool.call("make doc"), Name.of("docs")),
                        new Script.Fail("too many requests", true, 2)),
                    List.of(new Script.Fail("no idea", false, 0)))));
  }

  @Test
  void aCommandIsReadAndFilledWithQuotedWords() {
    CommandActor actor =
        (CommandActor)
            actor(
                """
                name: claude
                type: command
                description: An outside agent
                command: claude -p {goal} --file {file}
                deadline: 20m
                environment: [ANTHROPIC_API_KEY]
                """);

    assertThat(actor.deadline()).isEqualTo(Duration.ofMinutes(20));
    assertThat(actor.environment()).containsExactly("ANTHROPIC_API_KEY");
    assertThat(actor.line()).isEqualTo("claude -p {goal} --file {file}");
  }

  @Test
  void aCommandMayRunForOneHourByDefault() {
    Actor actor = actor("name: a\ntype: command\ncommand: fix");

    assertThat(((CommandActor) actor).deadline()).isEqualTo(Duration.ofHours(1));
  }

  static List<List<String>> mistakes() {
    String scripted = "name: a\ntype: scripted\n";
    String command = "name: a\ntype: command\n";
    return List.of(
        List.of("name: a\ntype: graph\n", "2:7: must be one of command, llm, scripted, is 'graph'"),
        List.of(command, "an actor of type command needs 'command'"),
        List.of(scripted, "an actor of type scripted needs 'execute'"),
        List.of(
            command + "command: x\nexecute: []", "'execute' belongs to actors of type scripted"),
        List.of(
            scripted + "execute: []\ncommand: x", "'command' belongs to actors of type command"),
        List.of(command + "command: awk '{print}'", "{print} is not known here"),
        List.of(command + "command: x {gaol}", "did you mean {goal}?"),
        List.of(command + "command: x \"{goal}\"", "{goal} is inside quotes"),
        List.of(command + "command: x\nenvironment: [A-B]", "must be the name of a variable"),
        List.of(command + "command: x\ndeadline: 10ms", "a duration from 1s to 7d"),
        List.of(scripted + "execute: [{write: {path: a}}]", "give either 'content' or"),
        List.of(
            scripted + "execute: [{write: {path: a, content: x, content_lines: []}}]",
            "give either 'content' or"),
        List.of(scripted + "execute: [{wait: {}}]", "give either 'for' or 'file'"),
        List.of(scripted + "execute: []\non_findings: [{wait: {}}]", "give either 'for' or"),
        List.of(scripted + "execute: [{wait: {file: /tmp/gate}}]", "relative"),
        List.of(scripted + "execute: [{wait: {for: 1s, resource: docs}}]", "'resource' belongs to"),
        List.of(
            scripted + "execute: [{delete: {path: a, resuorce: docs}}]",
            "did you mean 'resource'?"),
        List.of(scripted + "execute: [{write: {path: ../x, content: y}}]", "'.' and '..'"),
        List.of(scripted + "execute: [{delete: {path: .git/config}}]", "into '.git'"),
        List.of(scripted + "execute: [{wriet: {path: a}}]", "did you mean 'write'?"),
        List.of(scripted + "execute: [{run: make}]", "must be a mapping with the keys command"),
        List.of(scripted + "execute: [run]", "must be a mapping with one of decide, write"),
        List.of(
            scripted + "strategize: [{question: q, chosen: c, confidence: 2}]\nexecute: []",
            "a number from 0.0 to 1.0"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void aMistakeIsSaidWithItsPlace(List<String> mistake) {
    assertThat(
            DefinitionKind.ACTOR
                .read(new YamlSource("a.yaml", mistake.getFirst()))
                .problems()
                .stream()
                .map(YamlProblem::toString))
        .anySatisfy(problem -> assertThat(problem).startsWith("a.yaml:").contains(mistake.get(1)));
  }
}
