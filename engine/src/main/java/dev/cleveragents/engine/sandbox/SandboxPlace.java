package dev.cleveragents.engine.sandbox;

import java.nio.file.Path;

/**
 * Where sandboxes are made, and what commands in them may write.
 *
 * @param directory below which everything is made
 */
public record SandboxPlace(Path directory, CommandBounds bounds) {

  public SandboxPlace {
    directory = directory.toAbsolutePath().normalize();
  }
}
