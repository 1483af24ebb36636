package dev.cleveragents.workspace.apply;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A user's {@code git commit} whose editor is open: git has let go of the index and takes HEAD and
 * the branch only when the editor is closed.
 */
final class OpenEditor implements AutoCloseable {

  private final Process git;
  private final Path save;
  private final Path said;

  private OpenEditor(Process git, Path save, Path said) {
    this.git = git;
    this.save = save;
    this.said = said;
  }

  /** Opened once this returns. */
  static OpenEditor in(ApplyRepository repository, Path folder) throws Exception {
    Path place = Files.createTempDirectory(folder, "editor");
    Path opened = place.resolve("opened");
    Path save = place.resolve("save");
    Path said = place.resolve("said");
    Process pipes =
        new ProcessBuilder("mkfifo", opened.toString(), save.toString()).inheritIO().start();
    if (pipes.waitFor() != 0) {
      throw new IOException("no pipes");
    }
    Path editor =
        Files.writeString(
            place.resolve("editor.sh"),
            "echo open > '%s'\ncat '%s' > \"$1\"\n".formatted(opened, save));
    ProcessBuilder builder =
        new ProcessBuilder("git", "commit", "-q", "--allow-empty")
            .directory(repository.root.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder
        .environment()
        .putAll(Map.of("GIT_EDITOR", "sh " + editor, "GIT_CONFIG_GLOBAL", "/dev/null"));
    Process git = builder.start();
    Files.readString(opened);
    return new OpenEditor(git, save, said);
  }

  /** Closes the editor with a message; whether git has made the commit. */
  boolean save() throws Exception {
    Files.writeString(save, "theirs\n");
    return git.waitFor() == 0;
  }

  String said() throws IOException {
    return Files.readString(said);
  }

  @Override
  public void close() {
    git.descendants().forEach(ProcessHandle::destroyForcibly);
    git.destroyForcibly();
  }
}
