package dev.cleveragents.engine.tool;

import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.FileMode;
import dev.cleveragents.workspace.change.FileState;
import dev.cleveragents.workspace.change.diff.DiffBuilder;
import dev.cleveragents.workspace.change.diff.Patch;
import dev.cleveragents.workspace.sandbox.SandboxFiles;
import dev.cleveragents.workspace.sandbox.SandboxFiles.Thing;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Shows a person the diff of one file before a tool writes it. */
final class FilePreview {

  private FilePreview() {}

  /** The bytes of the file at that path, if there is one. */
  static Optional<byte[]> current(String path, SandboxFiles files) throws IOException {
    return files.at(path) == Thing.FILE ? Optional.of(files.read(path)) : Optional.empty();
  }

  static String diff(String path, Optional<byte[]> before, byte[] after) {
    FileState then = FileState.of(after, FileMode.REGULAR);
    Change change =
        before
            .map(it -> Change.modify("", path, FileState.of(it, FileMode.REGULAR), then))
            .orElseGet(() -> Change.create("", path, then));
    DiffBuilder differ =
        new DiffBuilder(hash -> hash.equals(then.hash()) ? Optional.of(after) : before);
    return Patch.forPeople(List.of(differ.diff(change)));
  }
}
