package dev.cleveragents.cli.command.definition;

import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.definition.Action;
import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import dev.cleveragents.engine.definition.CommandActor;
import dev.cleveragents.engine.definition.Definition;
import dev.cleveragents.engine.definition.LlmActor;
import dev.cleveragents.engine.definition.McpServer;
import dev.cleveragents.engine.definition.ScriptedActor;
import dev.cleveragents.engine.definition.ToolGuards;
import dev.cleveragents.engine.definition.ToolPattern;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.workspace.CountedNoun;
import java.util.List;

/** Shows definitions to users and programs. */
final class DefinitionView {

  private static final int LONGEST_LINE = 80;

  private DefinitionView() {}

  static Data data(Definition<?> definition) {
    return Data.of("name", definition.name().toString())
        .with("summary", summary(definition))
        .with("valid", definition.content().problems().isEmpty())
        .with("yaml", definition.yaml())
        .with("created_at", definition.createdAt())
        .with("archived_at", definition.archivedAt());
  }

  static void row(Definition<?> definition, Page.Builder page) {
    boolean unreadable = !definition.content().problems().isEmpty();
    page.row(
        definition.name().forPeople(),
        summary(definition),
        definition.archivedAt() == null ? "" : "archived",
        unreadable ? Mark.ATTENTION : Mark.NONE);
  }

  /** One definition, as its original text. */
  static Result result(Definition<?> definition) {
    Page.Builder page = Page.builder();
    if (definition.archivedAt() != null) {
      page.row("archived", definition.archivedAt().toString());
    }
    return Result.ok(data(definition), page.text(definition.yaml().stripTrailing()).build());
  }

  static Data data(AutomationProfile profile) {
    Data thresholds = Data.empty();
    for (Gate gate : Gate.values()) {
      thresholds = thresholds.with(gate.toString(), profile.thresholds().get(gate));
    }
    return Data.of("name", profile.name().toString())
        .with("summary", profile.description())
        .with("attended", profile.attended())
        .with("thresholds", thresholds)
        .with("guards", profile.guards().stream().map(DefinitionView::data).toList());
  }

  private static Data data(ToolGuards guards) {
    List<ToolPattern> allow = guards.allow();
    return Data.of("deny", words(guards.deny()))
        .with("allow", allow == null ? null : words(allow))
        .with("calls_per_step", guards.callsPerStep());
  }

  private static List<String> words(List<ToolPattern> patterns) {
    return patterns.stream().map(ToolPattern::toString).toList();
  }

  /** A profile, gate by gate. */
  static Result result(AutomationProfile profile) {
    Page.Builder page = Page.builder();
    page.row("profile", profile.name().forPeople());
    page.row("about", profile.description());
    page.heading("Asks for approval");
    for (Gate gate : Gate.values()) {
      page.row(gate.toString(), words(profile.thresholds().getOrDefault(gate, 1.0)));
    }
    if (!profile.guards().isEmpty()) {
      page.heading("Tool call limits");
      profile.guards().forEach(guards -> rows(guards, page));
    }
    return Result.ok(data(profile), page.build());
  }

  private static void rows(ToolGuards guards, Page.Builder page) {
    guards.deny().forEach(pattern -> page.row("denied", pattern.toString()));
    List<ToolPattern> allow = guards.allow();
    if (allow != null) {
      page.row("allowed only", String.join(", ", words(allow)));
    }
    if (guards.callsPerStep() != null) {
      page.row("maximum tool calls per turn", String.valueOf(guards.callsPerStep()));
    }
  }

  private static String words(double threshold) {
    if (threshold >= 1.0) {
      return "always";
    }
    return threshold <= 0.0 ? "never" : "below a confidence of " + threshold;
  }

  private static String summary(McpServer server) {
    return switch (server.transport()) {
      case McpServer.Stdio stdio -> "command: " + String.join(" ", stdio.command());
      case McpServer.Http http -> "url: " + http.url();
    };
  }

  /** What the definition does, on one line. */
  private static String summary(Definition<?> definition) {
    String text =
        switch (definition.content().value()) {
          case Action action -> action.wording().description();
          case CommandActor actor -> "command: " + actor.line();
          case ScriptedActor actor ->
              "script of " + CountedNoun.of(actor.script().execute().size(), "step");
          case ValidationSpec validation ->
              (validation.required() ? "required: " : "optional: ") + validation.command();
          case AutomationProfile profile -> profile.description();
          case LlmActor actor -> "model: " + actor.models().getFirst();
          case McpServer server -> summary(server);
          case null, default -> "cannot be read by this version";
        };
    String line = text.strip().replace('\n', ' ');
    return line.codePointCount(0, line.length()) <= LONGEST_LINE
        ? line
        : line.substring(0, line.offsetByCodePoints(0, LONGEST_LINE - 1)) + "…";
  }
}
