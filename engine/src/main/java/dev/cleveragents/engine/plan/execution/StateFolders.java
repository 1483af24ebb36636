package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.workspace.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the folders below the user's home in which a coding agent keeps its state. A confined
 * command may write them, but cannot create them in the home, which it cannot write.
 */
final class StateFolders {

  private static final Logger log = LoggerFactory.getLogger(StateFolders.class);

  private StateFolders() {}

  /** Creates what is missing, unless the home is part of a project that the plan works on. */
  static void create(List<String> folders, Path home, List<Sandbox> sandboxes) {
    for (String folder : folders) {
      try {
        Path real = home.toRealPath();
        if (sandboxes.stream().flatMap(it -> it.originals().stream()).noneMatch(real::startsWith)) {
          Files.createDirectories(home.resolve(folder));
        }
      } catch (IOException e) {
        log.debug("Cannot create {} in {}; the agent runs without it", folder, home, e);
      }
    }
  }
}
