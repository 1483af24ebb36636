package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.yaml.DocumentType;
import dev.cleveragents.engine.yaml.JsonSchema;
import dev.cleveragents.engine.yaml.YamlMapping;
import dev.cleveragents.engine.yaml.YamlResult;
import dev.cleveragents.engine.yaml.YamlSource;
import dev.cleveragents.workspace.Name;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A kind of definition: its word, the reader of its YAML, and the getter of its name. */
public final class DefinitionKind<T> {

  public static final DefinitionKind<Action> ACTION =
      new DefinitionKind<>("action", ActionYaml.DOCUMENT, Action::name);
  public static final DefinitionKind<Actor> ACTOR =
      new DefinitionKind<>("actor", ActorYaml.DOCUMENT, Actor::name);
  public static final DefinitionKind<ValidationSpec> VALIDATION =
      new DefinitionKind<>("validation", ValidationYaml.DOCUMENT, ValidationSpec::name);
  public static final DefinitionKind<AutomationProfile> PROFILE =
      new DefinitionKind<>("profile", ProfileYaml.DOCUMENT, AutomationProfile::name);
  public static final DefinitionKind<McpServer> MCP =
      new DefinitionKind<>("mcp", McpYaml.DOCUMENT, McpServer::name);

  /** All kinds. */
  public static final List<DefinitionKind<?>> ALL =
      List.of(ACTION, ACTOR, VALIDATION, PROFILE, MCP);

  private final String word;
  private final DocumentType<T> document;
  private final Function<T, Name> name;

  private DefinitionKind(String word, DocumentType<T> document, Function<T, Name> name) {
    this.word = word;
    this.document = document;
    this.name = name;
  }

  /** Reads a definition of this kind, and reports all its problems at once. */
  public YamlResult<T> read(YamlSource source) {
    return document.read(source);
  }

  /** The values of its keys that fit, if it is YAML. */
  Optional<YamlMapping> mapping(YamlSource source) {
    return document.mapping(source);
  }

  /** The names of this kind that exist without being stored. */
  public List<String> builtIn() {
    if (this == ACTOR) {
      return ActorPresets.NAMES;
    }
    return this == PROFILE
        ? AutomationProfile.BUILT_IN.stream().map(it -> it.name().forPeople()).toList()
        : List.of();
  }

  /** The JSON Schema of its YAML. */
  public String schema() {
    return JsonSchema.of("CleverAgents " + noun(), document.shape());
  }

  Name nameOf(T value) {
    return name.apply(value);
  }

  /** What users call it in a sentence, such as {@code MCP server}. */
  public String noun() {
    return this == MCP ? "MCP server" : word;
  }

  /** The word for this kind, such as {@code action}. */
  @Override
  public String toString() {
    return word;
  }
}
