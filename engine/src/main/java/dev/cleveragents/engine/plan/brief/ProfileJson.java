package dev.cleveragents.engine.plan.brief;

import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import dev.cleveragents.engine.definition.ToolGuards;
import dev.cleveragents.engine.definition.ToolPattern;
import dev.cleveragents.workspace.Name;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stored form of a profile as a plan keeps it. */
final class ProfileJson {

  private ProfileJson() {}

  static Map<String, @Nullable Object> write(AutomationProfile profile) {
    Map<String, @Nullable Object> thresholds = new LinkedHashMap<>();
    for (Gate gate : Gate.values()) {
      thresholds.put(gate.toString(), profile.thresholds().get(gate));
    }
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("name", profile.name().toString());
    json.put("description", profile.description());
    json.put("attended", profile.attended());
    json.put("thresholds", thresholds);
    json.put("guards", profile.guards().stream().map(ProfileJson::write).toList());
    return json;
  }

  private static Map<String, @Nullable Object> write(ToolGuards guards) {
    List<ToolPattern> allow = guards.allow();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("deny", words(guards.deny()));
    json.put("allow", allow == null ? null : words(allow));
    json.put("calls_per_step", guards.callsPerStep());
    return json;
  }

  private static List<String> words(List<ToolPattern> patterns) {
    return patterns.stream().map(ToolPattern::toString).toList();
  }

  static AutomationProfile read(JsonPart json) {
    JsonPart thresholds = json.part("thresholds");
    Map<Gate, Double> read = new EnumMap<>(Gate.class);
    for (Gate gate : Gate.values()) {
      read.put(gate, thresholds.fraction(gate.toString()));
    }
    // Plans of before there were guards have none.
    return new AutomationProfile(
        Name.of(json.text("name")),
        json.text("description"),
        read,
        json.flag("attended"),
        json.has("guards") ? json.parts("guards", ProfileJson::guards) : List.of());
  }

  private static ToolGuards guards(JsonPart json) {
    return new ToolGuards(
        patterns(json, "deny"),
        json.has("allow") ? patterns(json, "allow") : null,
        json.has("calls_per_step") ? (int) json.number("calls_per_step") : null);
  }

  private static List<ToolPattern> patterns(JsonPart json, String name) {
    return json.texts(name).stream().map(ToolPattern::of).toList();
  }
}
