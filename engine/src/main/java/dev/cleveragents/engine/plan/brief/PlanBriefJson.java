package dev.cleveragents.engine.plan.brief;

import dev.cleveragents.engine.actor.AgentLimits;
import dev.cleveragents.engine.clash.ClashPolicy;
import dev.cleveragents.engine.definition.SubplanRules;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.plan.brief.PlanBrief.Reviews;
import dev.cleveragents.engine.plan.brief.PlanBrief.Rules;
import dev.cleveragents.engine.plan.brief.PlanBrief.Target;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.tool.WorkPlace;
import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.apply.request.Destination;
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
    if (!brief.rules().subplans().equals(SubplanRules.STANDARD)) {
      Map<String, @Nullable Object> rules = new LinkedHashMap<>();
      SubplanRulesJson.write(brief.rules().subplans(), rules);
      json.put("subplans", rules);
    }
    if (!brief.reviews().equals(Reviews.NONE)) {
      json.put("reviews", write(brief.reviews()));
    }
    if (!brief.place().isTop()) {
      json.put("place", write(brief.place()));
    }
    if (!brief.delivery().equals(Delivery.USUAL)) {
      json.put("delivery", write(brief.delivery()));
    }
    PlanBrief.Part part = brief.part();
    if (part != null) {
      Map<String, @Nullable Object> place = new LinkedHashMap<>();
      place.put("name", part.name());
      place.put("file", part.file());
      SubplanRulesJson.write(part.rules(), place);
      json.put("part", place);
    }
    return Json.write(json);
  }

  /** An actor alone. */
  public static String writeActor(Work actor) {
    return Json.write(write(actor));
  }

  /** Reads what {@link #writeActor} wrote. */
  public static Work readActor(String text) {
    return work(JsonPart.of(text));
  }

  private static Map<String, @Nullable Object> write(WorkPlace place) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("resource", place.resource() == null ? null : place.resource().toString());
    json.put("folder", place.folder());
    return json;
  }

  private static Map<String, @Nullable Object> write(Delivery delivery) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("destination", delivery.destination().text());
    json.put("message", delivery.message());
    json.put("hooks", delivery.hooks());
    return json;
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
      case Work.Splitter(Work.ByModel model, Work each, SubplanRules rules) -> {
        json.put("kind", "splitter");
        json.put("model", write(model));
        json.put("each", write(each));
        SubplanRulesJson.write(rules, json);
      }
      case Work.Undo(PlanId undone) -> {
        json.put("kind", "undo");
        json.put("plan", undone.toString());
      }
      case Work.BySubplans split -> {
        json.put("kind", "subplans");
        json.put("subplans", split.subplans().stream().map(PlanBriefJson::write).toList());
        SubplanRulesJson.write(split.rules(), json);
        put(json, "fix", split.fix());
        json.put("on_clash", split.clash().toString());
      }
    }
    return json;
  }

  private static Map<String, @Nullable Object> write(Subplan subplan) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("name", subplan.name());
    json.put("goal", subplan.goal());
    json.put("work", write(subplan.work()));
    json.put("file", subplan.file());
    json.put("depends_on", subplan.dependsOn());
    if (subplan.profile() != null) {
      json.put("profile", ProfileJson.write(subplan.profile()));
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
    if (!check.place().isTop()) {
      json.put("place", write(check.place()));
    }
    return json;
  }

  public static PlanBrief read(String text) {
    JsonPart json = JsonPart.of(text);
    return new PlanBrief(
        work(json.part("strategy")),
        work(json.part("execution")),
        json.parts("targets", PlanBriefJson::target),
        json.parts("checks", PlanBriefJson::check),
        new Rules(
            json.flag("read_only"),
            ProfileJson.read(json.part("profile")),
            json.has("subplans")
                ? SubplanRulesJson.read(json.part("subplans"))
                : SubplanRules.STANDARD),
        json.has("reviews") ? reviews(json.part("reviews")) : Reviews.NONE,
        place(json),
        json.has("delivery") ? delivery(json.part("delivery")) : Delivery.USUAL,
        json.has("part") ? part(json.part("part")) : null);
  }

  /** Where commands run; the top if nothing is said. */
  private static WorkPlace place(JsonPart whole) {
    if (!whole.has("place")) {
      return WorkPlace.TOP;
    }
    JsonPart json = whole.part("place");
    String resource = json.optional("resource");
    return new WorkPlace(resource == null ? null : Name.of(resource), json.text("folder"));
  }

  private static Delivery delivery(JsonPart json) {
    return new Delivery(
        Destination.parse(json.text("destination")), json.optional("message"), json.flag("hooks"));
  }

  private static PlanBrief.Part part(JsonPart json) {
    return new PlanBrief.Part(
        json.text("name"), json.optional("file"), SubplanRulesJson.read(json));
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
      case "splitter" ->
          new Work.Splitter(
              (Work.ByModel) work(json.part("model")),
              work(json.part("each")),
              SubplanRulesJson.read(json));
      case "undo" -> new Work.Undo(PlanId.parse(json.text("plan")));
      case "subplans" -> subplans(json);
      default -> throw new IllegalArgumentException("No kind of work: " + json.text("kind"));
    };
  }

  private static Work.BySubplans subplans(JsonPart json) {
    Work.BySubplans split =
        new Work.BySubplans(
            json.parts("subplans", PlanBriefJson::subplan),
            SubplanRulesJson.read(json),
            json.has("fix") ? (Work.ByCommand) work(json.part("fix")) : null);
    return json.has("on_clash") ? split.on(ClashPolicy.of(json.text("on_clash"))) : split;
  }

  private static Subplan subplan(JsonPart json) {
    return new Subplan(
        json.text("name"),
        json.text("goal"),
        work(json.part("work")),
        json.optional("file"),
        json.texts("depends_on"),
        json.has("profile") ? ProfileJson.read(json.part("profile")) : null);
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
        json.flag("parallel"),
        place(json));
  }
}
