package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.Json;
import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.Brief.Rules;
import dev.cleveragents.engine.plan.Brief.Target;
import dev.cleveragents.engine.plan.Brief.Work;
import dev.cleveragents.engine.project.Resource;
import dev.cleveragents.engine.project.ResourceSettings;
import dev.cleveragents.engine.project.ResourceType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The stored form of a {@link Brief}. */
final class BriefJson {

  private BriefJson() {}

  static String write(Brief brief) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("strategy", write(brief.strategy()));
    json.put("execution", write(brief.execution()));
    json.put("targets", brief.targets().stream().map(BriefJson::write).toList());
    json.put("checks", brief.checks().stream().map(BriefJson::write).toList());
    json.put("read_only", brief.rules().readOnly());
    json.put("profile", write(brief.rules().profile()));
    return Json.write(json);
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
      }
      case Work.ByScript(String actor, String yaml) -> {
        json.put("kind", "script");
        json.put("actor", actor);
        json.put("yaml", yaml);
      }
      case Work.Undo(PlanId undone) -> {
        json.put("kind", "undo");
        json.put("plan", undone.toString());
      }
    }
    return json;
  }

  private static Map<String, @Nullable Object> write(AutomationProfile profile) {
    Map<String, @Nullable Object> thresholds = new LinkedHashMap<>();
    for (Gate gate : Gate.values()) {
      thresholds.put(gate.toString(), profile.thresholds().get(gate));
    }
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("name", profile.name().toString());
    json.put("description", profile.description());
    json.put("attended", profile.attended());
    json.put("thresholds", thresholds);
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

  static Brief read(String text) {
    Part json = new Part(Json.readObject(text));
    return new Brief(
        work(json.part("strategy")),
        work(json.part("execution")),
        json.parts("targets", BriefJson::target),
        json.parts("checks", BriefJson::check),
        new Rules(json.flag("read_only"), profile(json.part("profile"))));
  }

  private static AutomationProfile profile(Part json) {
    Part thresholds = json.part("thresholds");
    Map<Gate, Double> read = new EnumMap<>(Gate.class);
    for (Gate gate : Gate.values()) {
      read.put(gate, thresholds.fraction(gate.toString()));
    }
    return new AutomationProfile(
        Name.of(json.text("name")), json.text("description"), read, json.flag("attended"));
  }

  private static Work work(Part json) {
    return switch (json.text("kind")) {
      case "plain" -> new Work.Plain();
      case "command" ->
          new Work.ByCommand(
              json.text("actor"),
              json.text("line"),
              json.optional("fix"),
              Duration.ofMillis(json.number("deadline_ms")),
              json.texts("passed_on"));
      case "script" -> new Work.ByScript(json.text("actor"), json.text("yaml"));
      case "undo" -> new Work.Undo(PlanId.parse(json.text("plan")));
      default -> throw new IllegalArgumentException("No kind of work: " + json.text("kind"));
    };
  }

  private static Target target(Part json) {
    return new Target(
        new Resource(
            Name.of(json.text("resource")),
            ResourceType.of(json.text("type")),
            Path.of(json.text("location")),
            new ResourceSettings(json.texts("copy_in"), json.optional("set_up"))),
        json.text("base"),
        json.optional("branch"));
  }

  private static ValidationSpec check(Part json) {
    return new ValidationSpec(
        Name.of(json.text("name")),
        json.text("command"),
        json.flag("required"),
        Duration.ofMillis(json.number("deadline_ms")),
        json.flag("parallel"));
  }

  /** An object of the stored form. */
  private record Part(Map<?, ?> members) {

    String text(String name) {
      return (String) Objects.requireNonNull(members.get(name), name);
    }

    @Nullable String optional(String name) {
      return (String) members.get(name);
    }

    boolean flag(String name) {
      return Boolean.TRUE.equals(members.get(name));
    }

    long number(String name) {
      return (Long) Objects.requireNonNull(members.get(name), name);
    }

    double fraction(String name) {
      return ((Number) Objects.requireNonNull(members.get(name), name)).doubleValue();
    }

    Part part(String name) {
      return new Part((Map<?, ?>) Objects.requireNonNull(members.get(name), name));
    }

    List<String> texts(String name) {
      return list(name).stream().map(String::valueOf).toList();
    }

    <T> List<T> parts(String name, Function<Part, T> reader) {
      return list(name).stream()
          .map(element -> reader.apply(new Part((Map<?, ?>) element)))
          .toList();
    }

    private List<?> list(String name) {
      return (List<?>) Objects.requireNonNull(members.get(name), name);
    }
  }
}
