package dev.cleveragents.cli.command;

import dev.cleveragents.engine.audit.AuditEntry;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells a person what happens to a plan, one line for each thing worth a line. */
final class PlanProgress implements Consumer<AuditEntry> {

  private final Dialogue dialogue;

  PlanProgress(Dialogue dialogue) {
    this.dialogue = dialogue;
  }

  @Override
  public void accept(AuditEntry entry) {
    Map<String, @Nullable Object> data = entry.event().data();
    String line =
        switch (entry.event().type()) {
          case "plan.made" -> "plan %s".formatted(suffix(entry));
          case "plan.moved" -> moved(data);
          case "tool.started" -> "  %s".formatted(firstLine(data.get("what")));
          case "tool.done" -> done(data);
          case "tool.failed" ->
              "  failed: %s%s".formatted(data.get("message"), text(data.get("output")));
          case "validation.ran" -> "  check %s: %s".formatted(data.get("name"), check(data));
          case "plan.error" -> "  error: %s".formatted(firstLine(data.get("message")));
          default -> null;
        };
    if (line != null) {
      dialogue.say(line);
    }
  }

  private static String suffix(AuditEntry entry) {
    return MeantPlan.suffix(Objects.requireNonNull(entry.event().plan()));
  }

  private static @Nullable String moved(Map<String, @Nullable Object> data) {
    String to = text(data.get("to"));
    return to.endsWith("/queued") ? null : to;
  }

  private static @Nullable String done(Map<String, @Nullable Object> data) {
    return "  done, %s changed, %s ms".formatted(data.get("changed"), data.get("ms"));
  }

  private static String check(Map<String, @Nullable Object> data) {
    return Boolean.TRUE.equals(data.get("passed")) ? "passed" : "failed, " + data.get("message");
  }

  private static String firstLine(@Nullable Object text) {
    return text(text).lines().findFirst().orElse("");
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }
}
