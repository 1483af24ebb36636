package dev.cleveragents.workspace.sandbox.tree;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.files.Deletion;
import dev.cleveragents.workspace.files.PrivateDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads and writes the exact bytes of contents in a repository, many at a time. */
public final class BlobStore {

  /** Above this the contents of one step would not fit into memory and store. */
  public static final long MOST_BYTES = 256L * 1024 * 1024;

  private static final int HEADER = 128;

  /** Up to here contents are read without asking for their sizes first. */
  private static final int SMALL = 1 << 20;

  private static final List<String> READ = List.of("cat-file", "--batch");

  private final Git git;
  private final Path scratch;
  private final long mostBytes;

  /**
   * @param scratch a directory of our own that need not be there yet
   * @param mostBytes how much is read at once
   */
  public BlobStore(Git git, Path scratch, long mostBytes) {
    this.git = git;
    this.scratch = scratch;
    this.mostBytes = mostBytes;
  }

  /**
   * The bytes of these objects.
   *
   * @throws OperationException if they are more than can be kept
   */
  public Map<String, byte[]> read(Collection<String> objects, CancellationToken token)
      throws InterruptedException {
    if (objects.isEmpty()) {
      return Map.of();
    }
    List<String> wanted = objects.stream().distinct().toList();
    byte[] input = (String.join("\n", wanted) + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      return parse(git.withMostBytes((int) Math.min(SMALL, mostBytes)).run(READ, input, token));
    } catch (GitException e) {
      // It is more than that, or git fails; asked for the sizes it says which.
    }
    long size = sizeOf(input, token);
    if (size > mostBytes) {
      throw new OperationException(
          OperationException.Kind.FAILED,
          "The files that changed hold %d MB, more than the %d MB that can be recorded at once"
              .formatted(size >> 20, mostBytes >> 20),
          "Keep what a command generates out of the project, or have it ignored (.gitignore)",
          null);
    }
    int most = Math.toIntExact(size + (long) HEADER * wanted.size());
    return parse(git.withMostBytes(most).run(READ, input, token));
  }

  private long sizeOf(byte[] input, CancellationToken token) throws InterruptedException {
    String sizes =
        new String(
            git.run(List.of("cat-file", "--batch-check=%(objectsize)"), input, token),
            StandardCharsets.UTF_8);
    return sizes.lines().mapToLong(BlobStore::size).sum();
  }

  /** Git names an object that it has not, or cannot read, where its size would be. */
  private static long size(String line) {
    if (!line.matches("[0-9]{1,18}")) {
      throw unreadable(line);
    }
    return Long.parseLong(line);
  }

  private static OperationException unreadable(String line) {
    return new OperationException(
        OperationException.Kind.FAILED,
        "The repository is damaged: the object %s cannot be read".formatted(line),
        "Look at it with 'git fsck', and get the object back from another clone",
        null);
  }

  private static Map<String, byte[]> parse(byte[] output) {
    Map<String, byte[]> blobs = new HashMap<>();
    int at = 0;
    while (at < output.length) {
      int end = at;
      while (output[end] != '\n') {
        end++;
      }
      String line = new String(output, at, end - at, StandardCharsets.UTF_8);
      String[] header = line.split(" ", -1);
      if (header.length != 3) {
        // It had a size a moment ago: another process is removing the repository.
        throw unreadable(line);
      }
      int size = Integer.parseInt(header[2]);
      blobs.put(header[0], Arrays.copyOfRange(output, end + 1, end + 1 + size));
      at = end + 1 + size + 1;
    }
    return blobs;
  }

  /** Stores contents and returns the object of each, by the same key. */
  public Map<String, String> write(Map<String, byte[]> contents, CancellationToken token)
      throws InterruptedException, IOException {
    if (contents.isEmpty()) {
      return Map.of();
    }
    PrivateDirectory.create(scratch);
    try {
      List<String> keys = new ArrayList<>(contents.keySet());
      StringBuilder names = new StringBuilder();
      for (int i = 0; i < keys.size(); i++) {
        Path file = scratch.resolve(Integer.toString(i));
        Files.write(file, contents.get(keys.get(i)));
        names.append(file).append('\n');
      }
      byte[] input = names.toString().getBytes(StandardCharsets.UTF_8);
      byte[] output =
          git.run(List.of("hash-object", "-w", "--no-filters", "--stdin-paths"), input, token);
      List<String> objects = new String(output, StandardCharsets.UTF_8).lines().toList();
      Map<String, String> written = new TreeMap<>();
      for (int i = 0; i < keys.size(); i++) {
        written.put(keys.get(i), objects.get(i));
      }
      return written;
    } finally {
      Deletion.of(scratch);
    }
  }
}
