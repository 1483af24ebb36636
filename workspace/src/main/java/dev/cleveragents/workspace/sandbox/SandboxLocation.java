package dev.cleveragents.workspace.sandbox;

import java.nio.file.Path;

/**
 * Where sandboxes are made, and what commands in them may write.
 *
 * @param directory below which everything is made
 */
public record SandboxLocation(Path directory, CommandBounds bounds) {

  public SandboxLocation {
    directory = directory.toAbsolutePath().normalize();
  }
}
