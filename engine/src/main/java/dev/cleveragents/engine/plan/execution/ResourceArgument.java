package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.model.ModelTool;
import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.tool.BuiltInTools;
import dev.cleveragents.engine.tool.Tool;
import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.sandbox.SandboxGroup;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The argument {@value #NAME} of tools that work in a sandbox, in a plan on several resources. The
 * tools do not know it: it is added to their schemas, and taken out of a call before they read it.
 * Without it a tool works in the first resource.
 */
record ResourceArgument(List<Name> resources) {

  static final String NAME = "resource";

  ResourceArgument {
    resources = List.copyOf(resources);
  }

  static ResourceArgument of(Plan plan) {
    return new ResourceArgument(
        plan.brief().targets().stream().map(target -> target.resource().name()).toList());
  }

  private boolean isOf(Tool<?> tool) {
    return resources.size() > 1 && BuiltInTools.worksInSandbox(tool);
  }

  /** The tool as models are told of it. */
  ModelTool modelTool(Tool<?> tool) {
    String schema = tool.schema();
    if (isOf(tool)) {
      Map<String, @Nullable Object> whole = new LinkedHashMap<>(Json.readObject(schema));
      Map<String, @Nullable Object> properties = new LinkedHashMap<>();
      if (whole.get("properties") instanceof Map<?, ?> map) {
        map.forEach((key, value) -> properties.put(String.valueOf(key), value));
      }
      Map<String, @Nullable Object> own = new LinkedHashMap<>();
      own.put("type", "string");
      own.put("enum", resources.stream().map(Name::forPeople).toList());
      own.put("description", "Resource to work in; the first without one.");
      properties.put(NAME, own);
      whole.put("properties", properties);
      schema = Json.write(whole);
    }
    return new ModelTool(tool.name(), tool.description(), schema);
  }

  /**
   * A call without the argument.
   *
   * @param resource that it names; null if it names none
   * @param arguments the other arguments
   */
  record Located(@Nullable Name resource, String arguments) {}

  /**
   * Takes the argument out of a call.
   *
   * @throws OperationException if there is no such resource; names those that there are
   */
  Located located(Tool<?> tool, ModelToolCall call) {
    Map<String, @Nullable Object> given;
    try {
      given = new LinkedHashMap<>(Json.readObject(call.arguments()));
    } catch (IllegalArgumentException e) {
      // The tool refuses them with the reason.
      return new Located(null, call.arguments());
    }
    if (!isOf(tool) || given.get(NAME) == null) {
      return new Located(null, call.arguments());
    }
    Name resource = Name.of(String.valueOf(given.remove(NAME)));
    if (!resources.contains(resource)) {
      throw SandboxGroup.unknown(resource, resources);
    }
    return new Located(resource, Json.write(given));
  }

  /** What a model is told about the resources; empty if there is one. */
  String explained() {
    return resources.size() < 2
        ? ""
        : """

          The project has several resources: %s. Tools on files and commands work in the one that
          their argument '%s' names, and in %s without it. Paths are relative to the resource.
          """
            .formatted(
                String.join(", ", resources.stream().map(Name::forPeople).toList()),
                NAME,
                resources.getFirst().forPeople());
  }
}
