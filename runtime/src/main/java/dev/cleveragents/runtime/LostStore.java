package dev.cleveragents.runtime;

import dev.cleveragents.engine.audit.AuditMark;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.connection.StoreException.Kind;
import dev.cleveragents.workspace.CountedNoun;
import dev.cleveragents.workspace.sandbox.store.SandboxManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Explains that a database which a home has used is missing, empty or another one. */
final class LostStore {

  /** How many sandboxes are named. */
  private static final int NAMED = 3;

  /** Sandboxes are in a folder for each plan. */
  private static final int DEPTH = 2;

  private LostStore() {}

  /** The exception to throw when a database with this mark could not be opened. */
  static StoreException explain(StoreException e, Config config, AuditMark mark) {
    return switch (e.kind()) {
      case ABSENT ->
          lost(
              "The store is lost: %s is missing or empty, but this home has used it, and its log had %s"
                  .formatted(config.store(), CountedNoun.of(mark.position(), "event")),
              config,
              e);
      case LOST -> lost(String.valueOf(e.getMessage()), config, e);
      default -> e;
    };
  }

  private static StoreException lost(String why, Config config, StoreException e) {
    return new StoreException(Kind.LOST, why + ". Still there: " + left(config), e);
  }

  /** What plans have left on the disk that no store knows now. */
  private static String left(Config config) {
    Path folder = config.home().resolve("sandboxes");
    List<Path> sandboxes = sandboxes(folder);
    String refs = "what plans keep below refs/cleveragents in your repositories";
    if (sandboxes.isEmpty()) {
      return refs;
    }
    return "%s (%s%s) with work that may be nowhere else, and %s"
        .formatted(
            CountedNoun.of(sandboxes.size(), "sandbox"),
            sandboxes.stream().limit(NAMED).map(Path::toString).collect(Collectors.joining(", ")),
            sandboxes.size() > NAMED ? ", …" : "",
            refs);
  }

  private static List<Path> sandboxes(Path folder) {
    try (Stream<Path> below = Files.walk(folder, DEPTH)) {
      return below.filter(it -> SandboxManifest.of(it).isPresent()).sorted().toList();
    } catch (IOException e) {
      return List.of();
    }
  }
}
