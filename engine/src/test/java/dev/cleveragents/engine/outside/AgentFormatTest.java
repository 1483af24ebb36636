package dev.cleveragents.engine.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.engine.model.Money;
import dev.cleveragents.exec.OutputChannel;
import dev.cleveragents.kernel.time.TimeSource;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Short samples of what the programs print, and what is read from them. */
class AgentFormatTest {

  private final List<String> progress = new ArrayList<>();

  private AgentReport read(String format, String printed) {
    AgentOutput output =
        new AgentOutput(format, (line, _) -> progress.add(line), TimeSource.system());
    output.received(OutputChannel.OUTPUT, printed.getBytes(StandardCharsets.UTF_8));
    output.ended();
    return output.report();
  }

  private static Money dollars(String dollars) {
    return Money.dollars(new BigDecimal(dollars));
  }

  @Test
  void claudeCodeTellsToolsMessagesTokensAndMoney() {
    AgentReport report =
        read(
            "claude-code",
            """
            {"type":"system","subtype":"init","model":"claude-sonnet-4-5","tools":["Bash"]}
            {"type":"assistant","message":{"id":"m1","content":[{"type":"text","text":"I look.\\nThen I fix."}],"usage":{"input_tokens":5,"output_tokens":1}}}
            {"type":"assistant","message":{"id":"m1","content":[{"type":"tool_use","name":"Edit","input":{"file_path":"src/a.c","old_string":"x"}}],"usage":{"input_tokens":5,"output_tokens":9}}}
            {"type":"user","message":{"content":[{"type":"tool_result","content":"done"}]}}
            {"type":"assistant","message":{"id":"m2","content":[{"type":"text","text":"Fixed a.c."}],"usage":{"input_tokens":7,"output_tokens":2}}}
            {"type":"result","subtype":"success","is_error":false,"result":"Fixed a.c.","total_cost_usd":0.0421,"usage":{"input_tokens":12,"output_tokens":11},"modelUsage":{"claude-sonnet-4-5":{"inputTokens":12,"outputTokens":11,"cacheReadInputTokens":30,"cacheCreationInputTokens":4},"claude-haiku-4-5":{"inputTokens":3,"outputTokens":1}}}
            """);
    assertThat(progress).containsExactly("I look.", "Edit src/a.c", "Fixed a.c.");
    assertThat(report)
        .isEqualTo(
            new AgentReport("Fixed a.c.", new ModelUsage(15, 30, 4, 12), dollars("0.0421"), false));
  }

  @Test
  void claudeCodeThatIsEndedEarlyStillHasTheTokensOfItsMessagesEachOnce() {
    AgentReport report =
        read(
            "claude-code",
            """
            {"type":"assistant","message":{"id":"m1","content":[{"type":"text","text":"a"}],"usage":{"input_tokens":5,"cache_read_input_tokens":2,"output_tokens":1}}}
            {"type":"assistant","message":{"id":"m1","content":[{"type":"text","text":"b"}],"usage":{"input_tokens":5,"cache_read_input_tokens":2,"output_tokens":3}}}
            {"type":"assistant","message":{"id":"m2","content":[],"usage":{"input_tokens":1,"output_tokens":1}}}
            """);
    assertThat(report.usage()).isEqualTo(new ModelUsage(6, 2, 0, 4));
    assertThat(report.money()).isNull();
    assertThat(report.hasCost()).isTrue();
  }

  @Test
  void claudeCodeTellsThatItsBudgetIsSpent() {
    assertThat(
            read(
                    "claude-code",
                    """
                    {"type":"result","subtype":"error_max_budget_usd","is_error":true,"total_cost_usd":0.5}
                    """)
                .outOfBudget())
        .isTrue();
  }

  @Test
  void codexTellsCommandsEditsMessagesAndTokens() {
    AgentReport report =
        read(
            "codex",
            """
            Reading prompt from stdin...
            {"type":"thread.started","thread_id":"t"}
            {"type":"turn.started"}
            {"type":"item.started","item":{"id":"1","type":"command_execution","command":"/bin/bash -lc 'make test'","status":"in_progress"}}
            {"type":"item.completed","item":{"id":"1","type":"command_execution","command":"/bin/bash -lc 'make test'","exit_code":0}}
            {"type":"item.completed","item":{"id":"2","type":"file_change","changes":[{"path":"a.c","kind":"update"},{"path":"b.c","kind":"add"}],"status":"completed"}}
            {"type":"item.completed","item":{"id":"3","type":"agent_message","text":"All tests pass."}}
            {"type":"turn.completed","usage":{"input_tokens":100,"cached_input_tokens":60,"output_tokens":9}}
            """);
    assertThat(progress)
        .containsExactly("run /bin/bash -lc 'make test'", "edit a.c, b.c", "All tests pass.");
    assertThat(report)
        .isEqualTo(new AgentReport("All tests pass.", new ModelUsage(40, 60, 0, 9), null, false));
  }

  @Test
  void codexTellsWhyItFailed() {
    assertThat(
            read(
                    "codex",
                    """
                    {"type":"error","message":"Reconnecting... 1/5"}
                    {"type":"turn.failed","error":{"message":"401 Unauthorized"}}
                    """)
                .summary())
        .isEqualTo("401 Unauthorized");
  }

  @Test
  void geminiCliJoinsThePartsOfItsMessages() {
    AgentReport report =
        read(
            "gemini-cli",
            """
            {"type":"init","session_id":"s","model":"gemini-2.5-flash"}
            {"type":"message","role":"user","content":"do it"}
            {"type":"message","role":"assistant","content":"I wri","delta":true}
            {"type":"message","role":"assistant","content":"te it.","delta":true}
            {"type":"tool_use","tool_name":"write_file","parameters":{"file_path":"a.txt","content":"x"}}
            {"type":"tool_result","status":"success"}
            {"type":"message","role":"assistant","content":"Written.","delta":true}
            {"type":"result","status":"success","stats":{"total_tokens":130,"input_tokens":100,"output_tokens":20,"cached":30,"input":70}}
            """);
    assertThat(progress).containsExactly("I write it.", "write_file a.txt", "Written.");
    assertThat(report)
        .isEqualTo(new AgentReport("Written.", new ModelUsage(70, 30, 0, 30), null, false));
  }

  @Test
  void geminiCliTellsWhyItFailed() {
    assertThat(
            read(
                    "gemini-cli",
                    """
                    {"type":"result","status":"error","error":{"type":"Error","message":"API key not valid"},"stats":{}}
                    """)
                .summary())
        .isEqualTo("API key not valid");
  }

  @Test
  void opencodeAddsUpItsSteps() {
    AgentReport report =
        read(
            "opencode",
            """
            {"type":"step_start","part":{"type":"step-start"}}
            {"type":"tool_use","part":{"type":"tool","tool":"write","state":{"status":"completed","input":{"filePath":"a.txt"},"title":"a.txt"}}}
            {"type":"step_finish","part":{"tokens":{"input":10,"output":2,"reasoning":1,"cache":{"write":3,"read":4}},"cost":0.01}}
            {"type":"text","part":{"type":"text","text":"Written."}}
            {"type":"step_finish","part":{"tokens":{"input":5,"output":1,"reasoning":0,"cache":{"write":0,"read":0}},"cost":0.002}}
            """);
    assertThat(progress).containsExactly("write a.txt", "Written.");
    assertThat(report)
        .isEqualTo(
            new AgentReport("Written.", new ModelUsage(15, 4, 3, 4), dollars("0.012"), false));
  }

  @Test
  void opencodeThatKnowsNoPriceReportsNone() {
    assertThat(
            read(
                "opencode",
                """
                    {"type":"step_finish","part":{"tokens":{"input":10,"output":2},"cost":0}}
                    {"type":"error","error":{"name":"APIError","data":{"message":"no such model"}}}
                    """))
        .isEqualTo(new AgentReport("no such model", new ModelUsage(10, 0, 0, 2), null, false));
  }

  @Test
  void aiderTellsEditsTokensAndMoneyInWords() {
    AgentReport report =
        read(
            "aider",
            """
            Aider v0.86.1
            Applied edit to src/a.py
            Tokens: 2.4k sent, 345 received. Cost: $0.0012 message, $0.0012 session.
            Applied edit to src/b.py
            Tokens: 12k sent, 1.5k cache hit, 20 received. Cost: $0.01 message, $0.0112 session.
            """);
    assertThat(progress).containsExactly("edit src/a.py", "edit src/b.py");
    assertThat(report)
        .isEqualTo(
            new AgentReport(
                "edit src/b.py", new ModelUsage(14_400, 0, 0, 365), dollars("0.0112"), false));
  }

  @ParameterizedTest
  @MethodSource("dev.cleveragents.engine.outside.AgentOutput#formats")
  void whatIsNoEventIsPassedOver(String format) {
    AgentReport report =
        read(
            format,
            """
            Warning: no 256 colors
            {"type":
            {}
            []
            {"type":7,"item":"x","part":[],"message":null}
            {"type":"result","stats":[],"modelUsage":7,"total_cost_usd":"much"}
            {"type":"assistant","message":{"content":"text","usage":{"input_tokens":-4}}}
            {"type":"turn.completed","usage":{"input_tokens":-4,"cached_input_tokens":9e99}}
            Tokens: ...k sent, , received.
            """);
    assertThat(progress).isEmpty();
    assertThat(report).isEqualTo(new AgentReport("", ModelUsage.ZERO, null, false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e300", "-1"})
  void aCostThatCannotBeIsLimited(String dollars) {
    AgentReport report =
        read("claude-code", "{\"type\":\"result\",\"total_cost_usd\":" + dollars + "}");
    assertThat(report.money()).isIn(null, dollars("100000"));
  }
}
