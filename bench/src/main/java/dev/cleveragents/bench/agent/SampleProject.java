package dev.cleveragents.bench.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A git repository with the files of a {@link MixedTask} and as many others as asked for. */
final class SampleProject {

  private SampleProject() {}

  /** Makes it in a new folder. */
  static Path make(Path folder, int files) throws IOException, InterruptedException {
    for (int part = 0; part < files; part++) {
      Path file = folder.resolve(MixedTask.path(part));
      Files.createDirectories(file.getParent());
      Files.writeString(file, MixedTask.text(part));
    }
    git(folder, "init", "--quiet", "--initial-branch=main");
    git(folder, "config", "user.name", "Bench");
    git(folder, "config", "user.email", "bench@example.invalid");
    git(folder, "add", "--all");
    git(folder, "commit", "--quiet", "--message=Begin");
    return folder;
  }

  /** Runs git there. */
  static void git(Path folder, String... arguments) throws IOException, InterruptedException {
    ProcessBuilder git = new ProcessBuilder("git").directory(folder.toFile()).inheritIO();
    git.command().addAll(List.of(arguments));
    if (git.start().waitFor() != 0) {
      throw new IOException("git " + arguments[0] + " failed; what it said is above");
    }
  }
}
