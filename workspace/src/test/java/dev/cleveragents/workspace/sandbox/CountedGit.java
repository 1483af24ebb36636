package dev.cleveragents.workspace.sandbox;

import dev.cleveragents.exec.git.Git;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Git that notes each of its calls. */
public final class CountedGit {

  private final Path calls;
  private final Git git;

  /**
   * @param folder where the calls are noted
   * @param directory where git runs
   */
  public CountedGit(Path folder, Path directory) throws IOException {
    calls = folder.resolve("calls");
    Path shim = Files.createDirectory(folder.resolve("shim"));
    Path program = shim.resolve("git");
    Files.writeString(
        program,
        """
        #!/bin/sh
        PATH=${PATH#*:}
        echo "$@" >> '%s'
        exec git "$@"
        """
            .formatted(calls));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    git =
        new Git(WorkspaceFixture.RUNNER, directory)
            .with("PATH", shim + ":" + System.getenv("PATH"));
  }

  public Git git() {
    return git;
  }

  public List<String> calls() throws IOException {
    return Files.readAllLines(calls);
  }
}
