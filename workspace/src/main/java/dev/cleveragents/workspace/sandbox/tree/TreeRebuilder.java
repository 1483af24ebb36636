package dev.cleveragents.workspace.sandbox.tree;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.Sha256;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.FileState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Builds the tree that results from recorded changes, without touching a file. */
public final class TreeRebuilder {

  private final SandboxRepository ledger;
  private final Function<String, Optional<byte[]>> contents;

  public TreeRebuilder(SandboxRepository ledger, Function<String, Optional<byte[]>> contents) {
    this.ledger = ledger;
    this.contents = contents;
  }

  public Tree rebuild(Tree base, List<Change> changes, CancellationToken token)
      throws InterruptedException, IOException {
    if (changes.isEmpty()) {
      return base;
    }
    Map<String, Optional<FileState>> ends = ends(changes);
    Map<String, String> objects = ledger.blobs().write(bytes(ends), token);
    Path index = ledger.repository().resolve("rebuild.index");
    Git git = ledger.git().withIndex(index);
    try {
      git.run(List.of("read-tree", base.id()), token);
      git.run(List.of("update-index", "-z", "--index-info"), lines(ends, objects), token);
      return new Tree(git.text(token, "write-tree"));
    } finally {
      Files.deleteIfExists(index);
    }
  }

  /** The final state of every path that was touched. */
  private static Map<String, Optional<FileState>> ends(List<Change> changes) {
    Map<String, Optional<FileState>> ends = new TreeMap<>();
    for (Change change : changes) {
      if (change.movedFrom() != null) {
        ends.put(change.movedFrom(), Optional.empty());
      }
      ends.put(change.path(), Optional.ofNullable(change.after()));
    }
    return ends;
  }

  private Map<String, byte[]> bytes(Map<String, Optional<FileState>> ends) {
    Map<String, byte[]> bytes = new TreeMap<>();
    ends.forEach(
        (path, state) ->
            state.ifPresent(there -> bytes.computeIfAbsent(there.hash(), hash -> get(path, hash))));
    return bytes;
  }

  private byte[] get(String path, String hash) {
    byte[] bytes =
        contents
            .apply(hash)
            .orElseThrow(
                () ->
                    OperationException.failed(
                        "The contents recorded for '%s' (%s) are missing".formatted(path, hash),
                        null));
    if (!Sha256.of(bytes).equals(hash)) {
      throw OperationException.failed(
          "The contents recorded for '%s' do not match their hash %s".formatted(path, hash), null);
    }
    return bytes;
  }

  /** Removals come first, for a file may take the place of a folder and the other way round. */
  private static byte[] lines(Map<String, Optional<FileState>> ends, Map<String, String> objects) {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    ends.forEach(
        (path, state) -> {
          if (state.isEmpty()) {
            lines.writeBytes(line("0", "0".repeat(40), path));
          }
        });
    ends.forEach(
        (path, state) ->
            state.ifPresent(
                there ->
                    lines.writeBytes(
                        line(
                            there.mode().octal(),
                            String.valueOf(objects.get(there.hash())),
                            path))));
    return lines.toByteArray();
  }

  private static byte[] line(String mode, String object, String path) {
    return "%s %s\t%s\0".formatted(mode, object, path).getBytes(StandardCharsets.UTF_8);
  }
}
