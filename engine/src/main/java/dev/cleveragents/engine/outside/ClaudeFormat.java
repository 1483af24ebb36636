package dev.cleveragents.engine.outside;

import dev.cleveragents.engine.model.ModelUsage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads {@code claude -p --output-format stream-json --verbose}. */
final class ClaudeFormat implements AgentFormat.OfJson {

  /** By message, because each part of a message repeats the usage of the whole. */
  private final Map<String, ModelUsage> usages = new LinkedHashMap<>();

  @Override
  public void event(JsonEvent event, AgentRun run) {
    switch (event.text("type")) {
      case "assistant" -> message(event.part("message"), run);
      case "result" -> result(event, run);
      default -> {}
    }
  }

  private void message(JsonEvent message, AgentRun run) {
    for (JsonEvent part : message.parts("content")) {
      switch (part.text("type")) {
        case "text" -> run.said(part.text("text"));
        case "tool_use" -> run.used(part.text("name"), part.part("input").tellingArgument());
        default -> {}
      }
    }
    usages.put(message.text("id"), usage(message.part("usage")));
    run.usage(sum(List.copyOf(usages.values())));
  }

  /** The last event: with the totals of all models, also of those that subagents used. */
  private static void result(JsonEvent event, AgentRun run) {
    run.summary(event.text("result"));
    event.number("total_cost_usd").ifPresent(run::dollars);
    List<ModelUsage> models =
        event.part("modelUsage").values().stream()
            .map(
                it ->
                    new ModelUsage(
                        it.count("inputTokens"),
                        it.count("cacheReadInputTokens"),
                        it.count("cacheCreationInputTokens"),
                        it.count("outputTokens")))
            .toList();
    run.usage(models.isEmpty() ? usage(event.part("usage")) : sum(models));
    if (event.text("subtype").equals("error_max_budget_usd")) {
      run.outOfBudget();
    }
  }

  private static ModelUsage usage(JsonEvent usage) {
    return new ModelUsage(
        usage.count("input_tokens"),
        usage.count("cache_read_input_tokens"),
        usage.count("cache_creation_input_tokens"),
        usage.count("output_tokens"));
  }

  private static ModelUsage sum(List<ModelUsage> all) {
    return all.stream().reduce(ModelUsage.ZERO, ModelUsage::plus);
  }
}
