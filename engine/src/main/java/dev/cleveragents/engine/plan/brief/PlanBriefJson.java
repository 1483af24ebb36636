package dev.cleveragents.engine.plan.brief;

import dev.cleveragents.engine.actor.AgentLimits;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.plan.brief.PlanBrief.Reviews;
import dev.cleveragents.engine.plan.brief.PlanBrief.Rules;
import dev.cleveragents.engine.plan.brief.PlanBrief.Target;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceSettings;
import dev.cleveragents.workspace.resource.ResourceType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stored form of a {@link PlanBrief}. */
public final class PlanBriefJson {

  private PlanBriefJson() {}

  public static String write(PlanBrief brief) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("strategy", write(brief.strategy()));
    json.put("execution", write(brief.execution()));
    json.put("targets", brief.targets().stream().map(PlanBriefJson::write).toList());
    json.put("checks", brief.checks().stream().map(PlanBriefJson::write).toList());
    json.put("read_only", brief.rules().readOnly());
    json.put("profile", ProfileJson.write(brief.rules().profile()));
    if (!brief.reviews().equals(Reviews.NONE)) {
      json.put("reviews", write(brief.reviews()));
    }
    return Json.write(json);
  }

  private static Map<String, @Nullable Object> write(Reviews reviews) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    put(json, "estimation", reviews.estimation());
    put(json, "review", reviews.review());
    put(json, "invariant", reviews.invariant());
    json.put("invariants", reviews.invariants());
    return json;
  }

  private static void put(Map<String, @Nullable Object> json, String name, @Nullable Work work) {
    if (work != null) {
      json.put(name, write(work));
    }
  }

  private static Map<String, @Nullable Object> write(Work work) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    switch (work) {
      case Work.Plain() -> json.put("kind", "plain");
      case Work.ByCommand command -> {
        json.put("kind", "command");
        json.put("actor", command.actor());
        json.put("line", command.line());
        json.put("fix", command.fix());
        json.put("deadline_ms", command.deadline().toMillis());
        json.put("passed_on", command.passedOn());
        if (command.output() != null) {
          json.put("output", command.output());
        }
        if (command.retries() > 0) {
          json.put("retries", command.retries());
        }
      }
      case Work.ByScript(String actor, String yaml) -> {
        json.put("kind", "script");
        json.put("actor", actor);
        json.put("yaml", yaml);
      }
      case Work.ByModel model -> {
        json.put("kind", "model");
        json.put("actor", model.actor());
        json.put("models", model.models().stream().map(ModelName::toString).toList());
        json.put("turns", model.limits().turns());
        json.put("tool_calls", model.limits().toolCalls());
        json.put("instructions", model.instructions());
        if (!model.mcp().isEmpty()) {
          json.put("mcp", model.mcp());
        }
      }
      case Work.Undo(PlanId undone) -> {
        json.put("kind", "undo");
        json.put("plan", undone.toString());
      }
    }
    return json;
  }

  private static Map<String, @Nullable Object> write(Target target) {
    Resource resource = target.resource();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("resource", resource.name().toString());
    json.put("type", resource.type().id());
    json.put("location", resource.location().toString());
    json.put("copy_in", resource.settings().copyIn());
    json.put("set_up", resource.settings().setUp());
    json.put("base", target.base());
    json.put("branch", target.branch());
    return json;
  }

  private static Map<String, @Nullable Object> write(ValidationSpec check) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("name", check.name().toString());
    json.put("command", check.command());
    json.put("required", check.required());
    json.put("deadline_ms", check.deadline().toMillis());
    json.put("parallel", check.parallel());
    return json;
  }

  public static PlanBrief read(String text) {
    JsonPart json = JsonPart.of(text);
    return new PlanBrief(
        work(json.part("strategy")),
        work(json.part("execution")),
        json.parts("targets", PlanBriefJson::target),
        json.parts("checks", PlanBriefJson::check),
        new Rules(json.flag("read_only"), ProfileJson.read(json.part("profile"))),
        json.has("reviews") ? reviews(json.part("reviews")) : Reviews.NONE);
  }

  private static Reviews reviews(JsonPart json) {
    return new Reviews(
        optional(json, "estimation"),
        optional(json, "review"),
        optional(json, "invariant"),
        json.texts("invariants"));
  }

  private static @Nullable Work optional(JsonPart json, String name) {
    return json.has(name) ? work(json.part(name)) : null;
  }

  private static Work work(JsonPart json) {
    return switch (json.text("kind")) {
      case "plain" -> new Work.Plain();
      case "command" ->
          new Work.ByCommand(
              json.text("actor"),
              json.text("line"),
              json.optional("fix"),
              Duration.ofMillis(json.number("deadline_ms")),
              json.texts("passed_on"),
              json.optional("output"),
              (int) json.number("retries", 0));
      case "script" -> new Work.ByScript(json.text("actor"), json.text("yaml"));
      case "model" ->
          new Work.ByModel(
              json.text("actor"),
              json.texts("models").stream().map(ModelName::of).toList(),
              new AgentLimits((int) json.number("turns"), (int) json.number("tool_calls")),
              json.text("instructions"),
              // Plans from before there were MCP servers have none.
              json.has("mcp") ? json.texts("mcp") : List.of());
      case "undo" -> new Work.Undo(PlanId.parse(json.text("plan")));
      default -> throw new IllegalArgumentException("No kind of work: " + json.text("kind"));
    };
  }

  private static Target target(JsonPart json) {
    return new Target(
        new Resource(
            Name.of(json.text("resource")),
            ResourceType.of(json.text("type")),
            Path.of(json.text("location")),
            new ResourceSettings(json.texts("copy_in"), json.optional("set_up"))),
        json.text("base"),
        json.optional("branch"));
  }

  private static ValidationSpec check(JsonPart json) {
    return new ValidationSpec(
        Name.of(json.text("name")),
        json.text("command"),
        json.flag("required"),
        Duration.ofMillis(json.number("deadline_ms")),
        json.flag("parallel"));
  }
}
