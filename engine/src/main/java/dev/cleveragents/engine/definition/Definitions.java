package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.yaml.YamlSource;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.NameSuggestion;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.OperationException.Kind;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Stores the definitions of users. Thread-safe, because it keeps no state.
 *
 * <ul>
 *   <li>Only a definition without problems is stored.
 *   <li>Each change and its audit event are one transaction.
 * </ul>
 */
public final class Definitions {

  private final Database database;
  private final AuditLog audit;

  public Definitions(Database database, AuditLog audit) {
    this.database = database;
    this.audit = audit;
  }

  /** The effect of storing a definition. */
  public enum StoreOutcome {
    CREATED,
    REPLACED,
    /** The same text was stored before. */
    UNCHANGED
  }

  /** A stored definition and the effect of storing it. */
  public record Stored<T>(Definition<T> definition, StoreOutcome outcome) {}

  /**
   * Stores a definition under its own name. Repeating it with the same text changes nothing.
   *
   * @throws OperationException if it has problems, or if the name has another text
   */
  public <T> Stored<T> create(DefinitionKind<T> kind, YamlSource source) {
    return store(kind, source, false);
  }

  /**
   * Stores a definition, and replaces the one of that name. An archived definition becomes usable.
   *
   * @throws OperationException if it has problems
   */
  public <T> Stored<T> replace(DefinitionKind<T> kind, YamlSource source) {
    return store(kind, source, true);
  }

  /** The definitions of a kind, by name; archived ones only on request. */
  public <T> List<Definition<T>> list(DefinitionKind<T> kind, boolean archivedToo) {
    return database.read(transaction -> DefinitionRows.list(transaction, kind)).stream()
        .filter(it -> archivedToo || it.archivedAt() == null)
        .toList();
  }

  /** The names of a kind that plans can use, stored or built in. */
  public List<String> names(DefinitionKind<?> kind) {
    return Stream.concat(
            kind.builtIn().stream(), list(kind, false).stream().map(it -> it.name().forPeople()))
        .toList();
  }

  /**
   * The definition of this name, archived or not.
   *
   * @throws OperationException if there is none; the hint names the most similar one
   */
  public <T> Definition<T> show(DefinitionKind<T> kind, Name name) {
    return database.read(transaction -> required(transaction, kind, name));
  }

  /**
   * The value of the definition of this name, for use in a plan.
   *
   * @throws OperationException if there is none, if it is archived, or if this program cannot read
   *     it
   */
  public <T> T get(DefinitionKind<T> kind, Name name) {
    Definition<T> definition = show(kind, name);
    if (definition.archivedAt() != null) {
      throw new OperationException(
          Kind.CONFLICT,
          "The %s %s is archived and cannot be used".formatted(kind.noun(), name.forPeople()),
          "Use another one, or store it again",
          NextAction.of(Verb.LIST_KIND, kind));
    }
    return definition.value();
  }

  /**
   * The actor of this name: a stored one, or else a preset.
   *
   * @throws OperationException as {@link #get}
   */
  public Actor actor(Name name) {
    boolean stored =
        database.read(
            transaction ->
                DefinitionRows.find(transaction, DefinitionKind.ACTOR, name).isPresent());
    return stored
        ? get(DefinitionKind.ACTOR, name)
        : ActorPresets.find(name)
            .<Actor>map(preset -> preset)
            .orElseGet(() -> get(DefinitionKind.ACTOR, name));
  }

  /**
   * The automation profile of this name, built-in or user-defined.
   *
   * @throws OperationException as {@link #get}
   */
  public AutomationProfile profile(Name name) {
    return AutomationProfile.builtIn(name).orElseGet(() -> get(DefinitionKind.PROFILE, name));
  }

  /**
   * Archives a definition, so that new plans cannot use it. Repeating it changes nothing.
   *
   * @return whether it was usable before
   * @throws OperationException if there is none
   */
  public boolean archive(DefinitionKind<?> kind, Name name) {
    Instant now = database.clock().now();
    return database.write(
        transaction -> {
          required(transaction, kind, name);
          boolean changed = DefinitionRows.archive(transaction, kind, name, now);
          if (changed) {
            note(transaction, kind, "archived", name);
          }
          return changed;
        });
  }

  /**
   * Deletes a definition. Existing plans keep their own copy of it.
   *
   * @throws OperationException if there is none
   */
  public void remove(DefinitionKind<?> kind, Name name) {
    database.<Boolean>write(
        transaction -> {
          required(transaction, kind, name);
          DefinitionRows.delete(transaction, kind, name);
          note(transaction, kind, "removed", name);
          return true;
        });
  }

  private <T> Stored<T> store(DefinitionKind<T> kind, YamlSource source, boolean overwrite) {
    Name name = kind.nameOf(kind.read(source).orThrow());
    Instant now = database.clock().now();
    return database.write(
        transaction -> {
          StoreOutcome outcome = place(transaction, kind, name, source.text(), now, overwrite);
          if (outcome != StoreOutcome.UNCHANGED) {
            note(transaction, kind, outcome == StoreOutcome.CREATED ? "created" : "replaced", name);
          }
          return new Stored<>(required(transaction, kind, name), outcome);
        });
  }

  private static <T> StoreOutcome place(
      Transaction transaction,
      DefinitionKind<T> kind,
      Name name,
      String yaml,
      Instant now,
      boolean overwrite) {
    if (DefinitionRows.insert(transaction, kind, name, yaml, now)) {
      return StoreOutcome.CREATED;
    }
    Definition<T> there = required(transaction, kind, name);
    boolean same = there.yaml().equals(yaml) && there.archivedAt() == null;
    if (same) {
      return StoreOutcome.UNCHANGED;
    }
    if (!overwrite) {
      throw new OperationException(
          Kind.CONFLICT,
          "A different %s %s exists already%s"
              .formatted(
                  kind.noun(),
                  name.forPeople(),
                  there.archivedAt() == null ? "" : ", which is archived"),
          "Re-run with --replace to replace it, or choose another name",
          NextAction.of(Verb.SHOW_KIND, kind, name.forPeople()));
    }
    DefinitionRows.replace(transaction, kind, name, yaml);
    return StoreOutcome.REPLACED;
  }

  private static <T> Definition<T> required(
      Transaction transaction, DefinitionKind<T> kind, Name name) {
    return DefinitionRows.find(transaction, kind, name)
        .orElseThrow(
            () -> {
              List<String> known =
                  Stream.concat(
                          kind.builtIn().stream(),
                          DefinitionRows.list(transaction, kind).stream()
                              .map(it -> it.name().forPeople()))
                      .toList();
              return new OperationException(
                  Kind.NOT_FOUND,
                  "There is no %s %s".formatted(kind.noun(), name.forPeople()),
                  NameSuggestion.to(name.forPeople(), known)
                      .map(near -> "Did you mean '%s'?".formatted(near))
                      .orElse(null),
                  NextAction.of(Verb.LIST_KIND, kind));
            });
  }

  private void note(Transaction transaction, DefinitionKind<?> kind, String what, Name name) {
    audit.append(
        transaction, AuditEvent.of(kind + "." + what, "user").with("name", name.toString()));
  }
}
