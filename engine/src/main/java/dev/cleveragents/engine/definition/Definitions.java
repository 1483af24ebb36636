package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.Nearest;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanException.Kind;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.audit.Event;
import dev.cleveragents.engine.yaml.Source;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What people have defined. Only what was read without a problem is stored; each change is one
 * transaction, with its note in the audit log. Keeps nothing itself, so any threads may use it.
 */
public final class Definitions {

  private final Database database;
  private final AuditLog audit;

  public Definitions(Database database, AuditLog audit) {
    this.database = database;
    this.audit = audit;
  }

  /** What storing a definition has done. */
  public enum Outcome {
    CREATED,
    REPLACED,
    /** It was there with exactly this text. */
    UNCHANGED
  }

  /** A stored definition, and what was done for it. */
  public record Stored<T>(Definition<T> definition, Outcome outcome) {}

  /**
   * Stores a definition under the name it gives itself. Asked again with the same text, nothing
   * changes.
   *
   * @throws PlanException if something is wrong with it, or if there is another of that name
   */
  public <T> Stored<T> create(DefinitionKind<T> kind, Source source) {
    return store(kind, source, false);
  }

  /**
   * Stores a definition in the place of the one that has its name, if there is one; archived or
   * not, it can be used from now on.
   *
   * @throws PlanException if something is wrong with it
   */
  public <T> Stored<T> replace(DefinitionKind<T> kind, Source source) {
    return store(kind, source, true);
  }

  /** Those of a kind, by name; the archived ones only on request. */
  public <T> List<Definition<T>> list(DefinitionKind<T> kind, boolean archivedToo) {
    return database.read(transaction -> DefinitionRows.list(transaction, kind)).stream()
        .filter(it -> archivedToo || it.archivedAt() == null)
        .toList();
  }

  /** The definition of this name, archived or not. */
  public <T> Optional<Definition<T>> find(DefinitionKind<T> kind, Name name) {
    return database.read(transaction -> DefinitionRows.find(transaction, kind, name));
  }

  /**
   * The definition of this name, archived or not.
   *
   * @throws PlanException if there is none; it names the nearest there is
   */
  public <T> Definition<T> show(DefinitionKind<T> kind, Name name) {
    return database.read(transaction -> required(transaction, kind, name));
  }

  /**
   * What the definition of this name says, to work by it.
   *
   * @throws PlanException if there is none, if it is archived, or if this program cannot read it
   */
  public <T> T get(DefinitionKind<T> kind, Name name) {
    Definition<T> definition = show(kind, name);
    if (definition.archivedAt() != null) {
      throw new PlanException(
          Kind.CONFLICT,
          "The %s %s is archived and cannot be used".formatted(kind, name.forPeople()),
          "Use another, or store it again.",
          "agents %s list".formatted(kind));
    }
    return definition.value();
  }

  /**
   * The automation profile of this name: one that is always there or one that was defined.
   *
   * @throws PlanException as {@link #get}
   */
  public AutomationProfile profile(Name name) {
    return AutomationProfile.builtIn(name).orElseGet(() -> get(DefinitionKind.PROFILE, name));
  }

  /**
   * From now on it cannot be used for new plans. Asked again, nothing changes.
   *
   * @return whether it was in use before
   * @throws PlanException if there is none
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
   * Forgets a definition. Plans that were made with it have all they need of it.
   *
   * @throws PlanException if there is none
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

  private <T> Stored<T> store(DefinitionKind<T> kind, Source source, boolean overwrite) {
    Name name = kind.nameOf(kind.read(source).orThrow());
    Instant now = database.clock().now();
    return database.write(
        transaction -> {
          Outcome outcome = place(transaction, kind, name, source.text(), now, overwrite);
          if (outcome != Outcome.UNCHANGED) {
            note(transaction, kind, outcome == Outcome.CREATED ? "created" : "replaced", name);
          }
          return new Stored<>(required(transaction, kind, name), outcome);
        });
  }

  private static <T> Outcome place(
      Transaction transaction,
      DefinitionKind<T> kind,
      Name name,
      String yaml,
      Instant now,
      boolean overwrite) {
    if (DefinitionRows.insert(transaction, kind, name, yaml, now)) {
      return Outcome.CREATED;
    }
    Definition<T> there = required(transaction, kind, name);
    boolean same = there.yaml().equals(yaml) && there.archivedAt() == null;
    if (same) {
      return Outcome.UNCHANGED;
    }
    if (!overwrite) {
      throw new PlanException(
          Kind.CONFLICT,
          "There is another %s %s already%s"
              .formatted(
                  kind, name.forPeople(), there.archivedAt() == null ? "" : ", which is archived"),
          "Say --replace to put this one in its place, or give it another name.",
          "agents %s show %s".formatted(kind, name.forPeople()));
    }
    DefinitionRows.replace(transaction, kind, name, yaml);
    return Outcome.REPLACED;
  }

  private static <T> Definition<T> required(
      Transaction transaction, DefinitionKind<T> kind, Name name) {
    return DefinitionRows.find(transaction, kind, name)
        .orElseThrow(
            () -> {
              List<String> known =
                  DefinitionRows.list(transaction, kind).stream()
                      .map(it -> it.name().forPeople())
                      .toList();
              return new PlanException(
                  Kind.NOT_FOUND,
                  "There is no %s %s".formatted(kind, name.forPeople()),
                  Nearest.to(name.forPeople(), known)
                      .map(near -> "Did you mean '%s'?".formatted(near))
                      .orElse(null),
                  "agents %s list".formatted(kind));
            });
  }

  private void note(Transaction transaction, DefinitionKind<?> kind, String what, Name name) {
    audit.append(transaction, Event.of(kind + "." + what, "user").with("name", name.toString()));
  }
}
