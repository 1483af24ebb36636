package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.yaml.Checked;
import dev.cleveragents.engine.yaml.Document;
import dev.cleveragents.engine.yaml.JsonSchema;
import dev.cleveragents.engine.yaml.Source;
import java.util.List;
import java.util.function.Function;

/** A kind of definition: what it is called, how its YAML is read, and where its name stands. */
public final class DefinitionKind<T> {

  public static final DefinitionKind<Action> ACTION =
      new DefinitionKind<>("action", ActionDocument.DOCUMENT, Action::name);
  public static final DefinitionKind<Actor> ACTOR =
      new DefinitionKind<>("actor", ActorDocument.DOCUMENT, Actor::name);
  public static final DefinitionKind<ValidationSpec> VALIDATION =
      new DefinitionKind<>("validation", ValidationDocument.DOCUMENT, ValidationSpec::name);
  public static final DefinitionKind<AutomationProfile> PROFILE =
      new DefinitionKind<>("profile", ProfileDocument.DOCUMENT, AutomationProfile::name);

  /** All of them. */
  public static final List<DefinitionKind<?>> ALL = List.of(ACTION, ACTOR, VALIDATION, PROFILE);

  private final String word;
  private final Document<T> document;
  private final Function<T, Name> name;

  private DefinitionKind(String word, Document<T> document, Function<T, Name> name) {
    this.word = word;
    this.document = document;
    this.name = name;
  }

  /** Reads a definition of this kind; everything that is wrong with it is reported at once. */
  public Checked<T> read(Source source) {
    return document.read(source);
  }

  /** What its YAML may be, as JSON Schema. */
  public String schema() {
    return JsonSchema.of("CleverAgents " + word, document.shape());
  }

  Name nameOf(T value) {
    return name.apply(value);
  }

  /** The word for it, for example {@code action}. */
  @Override
  public String toString() {
    return word;
  }
}
