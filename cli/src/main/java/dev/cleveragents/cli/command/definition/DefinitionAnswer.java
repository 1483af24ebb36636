package dev.cleveragents.cli.command.definition;

import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import dev.cleveragents.engine.definition.Definition;
import dev.cleveragents.engine.definition.ToolGuards;
import dev.cleveragents.engine.definition.ToolPattern;
import dev.cleveragents.runtime.view.DefinitionView;
import java.util.List;

/** The answers about one definition or profile. */
final class DefinitionAnswer {

  private DefinitionAnswer() {}

  /** One definition, as its original text. */
  static Result result(Definition<?> definition) {
    Page.Builder page = Page.builder();
    if (definition.archivedAt() != null) {
      page.row("archived", definition.archivedAt().toString());
    }
    return Result.ok(
        Data.of(DefinitionView.VIEW, definition),
        page.text(definition.yaml().stripTrailing()).build());
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
        .with("guards", profile.guards().stream().map(DefinitionAnswer::data).toList());
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
}
