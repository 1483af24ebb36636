package dev.cleveragents.exec.tree;

import dev.cleveragents.kernel.id.Ulid;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The marker of a run in the environment of each of its processes, where children inherit it
 * however they were made: {@code AGENTS_RUN} holds one word per run around it, the outermost first,
 * so that a CleverAgents that runs inside a command of another does not hide its processes from
 * that one.
 *
 * @param owner on whose behalf it runs: the lease of a job, or any name
 * @param run this run and no other
 */
public record RunMarker(String owner, Ulid run) {

  public static final String VARIABLE = "AGENTS_RUN";
  public static final String NO_OWNER = "command";
  private static final String SEPARATOR = " ";

  public RunMarker {
    checkOwner(owner);
  }

  public static void checkOwner(String owner) {
    if (owner.isBlank() || owner.chars().anyMatch(c -> c <= ' ' || c == '/' || c > '~')) {
      throw new IllegalArgumentException(
          "'%s' cannot own a command: use visible ASCII characters without spaces and slashes"
              .formatted(owner));
    }
  }

  /** The variable's value below whatever the parent's environment says. */
  public String valueBelow(@Nullable String parents) {
    return parents == null || parents.isBlank() ? word() : parents + SEPARATOR + word();
  }

  public boolean isIn(String value) {
    return words(value).anyMatch(word()::equals);
  }

  /** Whether a value names a run of an owner that is looked for. */
  public static boolean isOwned(String value, Predicate<String> owner) {
    return owners(value).anyMatch(owner);
  }

  /** The owners of the runs that a value names, the outermost first. */
  public static Stream<String> owners(String value) {
    return words(value).flatMap(word -> ownerOf(word).stream());
  }

  private String word() {
    return owner + "/" + run;
  }

  private static Stream<String> words(String value) {
    return Stream.of(value.split(SEPARATOR));
  }

  private static Optional<String> ownerOf(String word) {
    int slash = word.indexOf('/');
    return slash < 0 ? Optional.empty() : Optional.of(word.substring(0, slash));
  }
}
