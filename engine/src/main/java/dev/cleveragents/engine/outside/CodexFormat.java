package dev.cleveragents.engine.outside;

import java.util.List;
import java.util.stream.Collectors;

/** Reads {@code codex exec --json}. It reports tokens, but no money. */
final class CodexFormat implements AgentFormat.OfJson {

  @Override
  public List<String> folders() {
    return List.of(".codex");
  }

  @Override
  public void event(JsonEvent event, AgentRun run) {
    JsonEvent item = event.part("item");
    switch (event.text("type")) {
      case "item.started" -> started(item, run);
      case "item.completed" -> completed(item, run);
      case "turn.completed" ->
          run.addUsage(
              event
                  .part("usage")
                  .usageWithCachedInput("cached_input_tokens", "cache_write_input_tokens"));
      case "turn.failed" -> run.said(event.part("error").text("message"));
      case "error" -> run.said(event.text("message"));
      default -> {}
    }
  }

  private static void started(JsonEvent item, AgentRun run) {
    switch (item.text("type")) {
      case "command_execution" -> run.used("run", item.text("command"));
      case "mcp_tool_call" -> run.used(item.text("server"), item.text("tool"));
      default -> {}
    }
  }

  private static void completed(JsonEvent item, AgentRun run) {
    switch (item.text("type")) {
      case "agent_message" -> run.said(item.text("text"));
      case "web_search" -> run.used("search", item.text("query"));
      case "file_change" ->
          run.used(
              "edit",
              item.parts("changes").stream()
                  .map(change -> change.text("path"))
                  .collect(Collectors.joining(", ")));
      default -> {}
    }
  }
}
