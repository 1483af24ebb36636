package dev.cleveragents.engine.conflict;

import dev.cleveragents.workspace.PlanId;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a path in conflict is to be. */
public sealed interface ConflictChoice {

  /** As it was before the subplans. */
  record Base() implements ConflictChoice {}

  /**
   * One of the sides.
   *
   * @param number from 1, in the order of the merge
   */
  record Side(int number) implements ConflictChoice {}

  /** What this subplan made of it, without what others changed. */
  record Version(PlanId subplan) implements ConflictChoice {}

  /** These contents. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Contents(byte[] bytes) implements ConflictChoice {}

  /** Nothing. */
  record Deletion() implements ConflictChoice {}

  /**
   * What an actor makes of all sides; afterwards it is replaced by that.
   *
   * @param actor its name
   * @param work the actor as plans store it
   */
  record Delegated(String actor, String work) implements ConflictChoice {}

  /** The choice in a few words. */
  default String describe() {
    return switch (this) {
      case Base() -> "as before the subplans";
      case Side(int number) -> "side " + number;
      case Version(PlanId subplan) -> "the version of plan " + subplan;
      case Contents(byte[] bytes) -> "edited, %,d bytes".formatted(bytes.length);
      case Deletion() -> "deleted";
      case Delegated(String actor, _) -> "what %s makes of both sides".formatted(actor);
    };
  }

  /** The stored form. */
  default String stored() {
    return switch (this) {
      case Base() -> "base";
      case Side(int number) -> "side:" + number;
      case Version(PlanId subplan) -> "version:" + subplan;
      case Contents(byte[] bytes) -> "contents:" + Base64.getEncoder().encodeToString(bytes);
      case Deletion() -> "deletion";
      case Delegated(String actor, String work) ->
          "delegated:"
              + Base64.getEncoder().encodeToString(actor.getBytes(StandardCharsets.UTF_8))
              + ":"
              + work;
    };
  }

  /** Reads the stored form; null if there is none. */
  static @Nullable ConflictChoice read(@Nullable String stored) {
    if (stored == null) {
      return null;
    }
    String[] parts = stored.split(":", 2);
    return switch (parts[0]) {
      case "base" -> new Base();
      case "side" -> new Side(Integer.parseInt(parts[1]));
      case "version" -> new Version(PlanId.parse(parts[1]));
      case "contents" -> new Contents(Base64.getDecoder().decode(parts[1]));
      case "deletion" -> new Deletion();
      case "delegated" -> {
        String[] rest = parts[1].split(":", 2);
        yield new Delegated(
            new String(Base64.getDecoder().decode(rest[0]), StandardCharsets.UTF_8), rest[1]);
      }
      default -> throw new IllegalArgumentException("No choice: " + Objects.toString(parts[0]));
    };
  }
}
