package dev.cleveragents.engine.outside;

import dev.cleveragents.engine.model.ModelUsage;
import java.util.List;

/** Reads {@code opencode run --format json}. */
final class OpencodeFormat implements AgentFormat.OfJson {

  private double dollars;

  @Override
  public List<String> folders() {
    return List.of(".config", ".local/share", ".local/state");
  }

  @Override
  public void event(JsonEvent event, AgentRun run) {
    JsonEvent part = event.part("part");
    switch (event.text("type")) {
      case "text" -> run.said(part.text("text"));
      case "tool_use" -> run.used(part.text("tool"), argument(part.part("state")));
      case "step_finish" -> step(part, run);
      case "error" -> error(event.part("error"), run);
      default -> {}
    }
  }

  private static String argument(JsonEvent state) {
    String argument = state.part("input").tellingArgument();
    return argument.isEmpty() ? state.text("title") : argument;
  }

  /** A cost of zero means that opencode knows no price of the model. */
  private void step(JsonEvent part, AgentRun run) {
    JsonEvent tokens = part.part("tokens");
    JsonEvent cache = tokens.part("cache");
    run.addUsage(
        new ModelUsage(
            tokens.count("input"),
            cache.count("read"),
            cache.count("write"),
            tokens.count("output") + tokens.count("reasoning")));
    dollars += part.number("cost").orElse(0.0);
    if (dollars > 0) {
      run.dollars(dollars);
    }
  }

  private static void error(JsonEvent error, AgentRun run) {
    String message = error.part("data").text("message");
    run.said(message.isEmpty() ? error.text("name") : message);
  }
}
