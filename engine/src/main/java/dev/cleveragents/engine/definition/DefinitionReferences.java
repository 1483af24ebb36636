package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.yaml.YamlMapping;
import dev.cleveragents.engine.yaml.YamlMapping.Entry;
import dev.cleveragents.engine.yaml.YamlProblem;
import dev.cleveragents.engine.yaml.YamlSource;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.NameSuggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Checks that the definitions and environment variables that a definition names exist. */
public final class DefinitionReferences {

  /** The keys whose values name other definitions. */
  private static final Map<String, DefinitionKind<?>> KEYS =
      Map.of(
          "strategy_actor", DefinitionKind.ACTOR,
          "execution_actor", DefinitionKind.ACTOR,
          "estimation_actor", DefinitionKind.ACTOR,
          "review_actor", DefinitionKind.ACTOR,
          "invariant_actor", DefinitionKind.ACTOR,
          "validations", DefinitionKind.VALIDATION,
          "automation_profile", DefinitionKind.PROFILE,
          "actor", DefinitionKind.ACTOR,
          "mcp", DefinitionKind.MCP);

  private static final String VARIABLES = "environment";

  private final DefinitionKind<?> kind;
  private final YamlSource source;

  public DefinitionReferences(DefinitionKind<?> kind, YamlSource source) {
    this.kind = kind;
    this.source = source;
  }

  /**
   * The names of definitions that do not exist, in the order of the document.
   *
   * @param known the names of a kind that can be used
   */
  public List<YamlProblem> missing(Function<DefinitionKind<?>, Collection<String>> known) {
    List<YamlProblem> missing = new ArrayList<>();
    kind.mapping(source)
        .ifPresent(
            whole ->
                Stream.concat(Stream.of(whole), SubplanYaml.sections(whole).stream())
                    .forEach(
                        mapping ->
                            mapping.keys().stream()
                                .filter(KEYS::containsKey)
                                .forEach(key -> missing.addAll(missing(mapping, key, known)))));
    missing.sort(YamlProblem.IN_ORDER);
    return missing;
  }

  private List<YamlProblem> missing(
      YamlMapping mapping, String key, Function<DefinitionKind<?>, Collection<String>> known) {
    DefinitionKind<?> wanted = KEYS.get(key);
    if (wanted == null || !mapping.fits(key)) {
      return List.of();
    }
    Collection<String> names = known.apply(wanted);
    return mapping.values(key).stream()
        .filter(it -> it.value() instanceof Name name && !names.contains(name.forPeople()))
        .map(it -> problem(it, wanted, names))
        .toList();
  }

  private YamlProblem problem(Entry entry, DefinitionKind<?> wanted, Collection<String> names) {
    String name = ((Name) entry.value()).forPeople();
    return new YamlProblem(
        source.name(),
        entry.position(),
        "there is no %s '%s'; %s"
            .formatted(
                wanted.noun(),
                name,
                NameSuggestion.to(name, names)
                    .map("did you mean '%s'?"::formatted)
                    .orElse(
                        "'agents %s add FILE' stores one, 'agents %s list' shows all"
                            .formatted(wanted, wanted))));
  }

  /** The environment variables that it passes on and that are not set here. */
  public List<YamlProblem> unset(Set<String> variables) {
    return kind.mapping(source).stream()
        .flatMap(mapping -> mapping.values(VARIABLES).stream())
        .filter(it -> it.value() instanceof String name && !variables.contains(name))
        .map(
            it ->
                new YamlProblem(
                    source.name(),
                    it.position(),
                    "the environment variable %s is not set here".formatted(it.value())))
        .toList();
  }
}
