package dev.cleveragents.engine.project;

import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.resource.ResourceSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes the stored form of settings. */
final class SettingsJson {

  private SettingsJson() {}

  static String write(ResourceSettings settings) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("copy_in", settings.copyIn());
    json.put("set_up", settings.setUp());
    return Json.write(json);
  }

  static ResourceSettings readResource(String text) {
    Map<String, @Nullable Object> json = Json.readObject(text);
    return new ResourceSettings(texts(json, "copy_in"), (String) json.get("set_up"));
  }

  static String write(ProjectSettings settings) {
    Name profile = settings.profile();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("invariants", settings.invariants());
    json.put("validations", settings.validations().stream().map(Name::toString).toList());
    json.put("automation_profile", profile == null ? null : profile.toString());
    return Json.write(json);
  }

  static ProjectSettings readProject(String text) {
    Map<String, @Nullable Object> json = Json.readObject(text);
    Object profile = json.get("automation_profile");
    return new ProjectSettings(
        texts(json, "invariants"),
        texts(json, "validations").stream().map(Name::of).toList(),
        profile == null ? null : Name.of(profile.toString()));
  }

  private static List<String> texts(Map<String, @Nullable Object> json, String name) {
    return json.get(name) instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }
}
