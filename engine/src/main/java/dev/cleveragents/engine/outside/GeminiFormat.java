package dev.cleveragents.engine.outside;

import dev.cleveragents.engine.model.ModelUsage;
import java.util.List;

/** Reads {@code gemini --output-format stream-json}. It reports tokens, but no money. */
final class GeminiFormat implements AgentFormat.OfJson {

  private static final int LONGEST_MESSAGE = 100_000;

  /** The message that arrives in parts. */
  private final StringBuilder message = new StringBuilder();

  @Override
  public List<String> folders() {
    return List.of(".gemini");
  }

  @Override
  public void event(JsonEvent event, AgentRun run) {
    switch (event.text("type")) {
      case "message" -> part(event);
      case "tool_use" -> {
        end(run);
        run.used(event.text("tool_name"), event.part("parameters").tellingArgument());
      }
      case "error" -> run.said(event.text("message"));
      case "result" -> {
        end(run);
        run.summary(event.part("error").text("message"));
        run.usage(usage(event.part("stats")));
      }
      default -> {}
    }
  }

  private void part(JsonEvent event) {
    if (event.text("role").equals("assistant") && message.length() < LONGEST_MESSAGE) {
      message.append(event.text("content"));
    }
  }

  private void end(AgentRun run) {
    run.said(message.toString());
    message.setLength(0);
  }

  /** The total also counts the tokens of reasoning, which Gemini bills as output. */
  private static ModelUsage usage(JsonEvent stats) {
    ModelUsage usage = stats.usageWithCachedInput("cached", "");
    long output =
        Math.max(usage.output(), stats.count("total_tokens") - stats.count("input_tokens"));
    return new ModelUsage(usage.input(), usage.cacheRead(), 0, output);
  }
}
