package dev.cleveragents.workspace.sandbox.tree;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The entries of an index that stand for other repositories: submodules, and what a command has
 * made among the files.
 *
 * <p>For such an entry {@code git add} runs {@code git status} in its folder. That obeys the
 * configuration there, which a command may have written, and it would run as the user. So a git
 * that adds files which commands write leaves these entries out, by their paths. A look at the
 * folder beforehand could not promise that, because a command may still run.
 *
 * <p>Paths are bytes, kept as characters of ISO 8859-1: a path that reached git in another form
 * would not be left out.
 */
public final class NestedRepositories {

  private static final Charset BYTES = StandardCharsets.ISO_8859_1;
  private static final int SIGNATURE = 0x44495243;
  private static final int COMPRESSED = 4;
  private static final int ATTRIBUTES = 40;
  private static final int MODE_AT = 24;
  private static final int GITLINK = 0160000;
  private static final int EXTENDED = 0x4000;

  private final List<String> paths;

  private NestedRepositories(List<String> paths) {
    this.paths = List.copyOf(paths);
  }

  /**
   * Reads those of an index.
   *
   * @param idBytes how many bytes the id of an object has there
   */
  public static NestedRepositories in(Path index, int idBytes) {
    try {
      return new NestedRepositories(parse(ByteBuffer.wrap(Files.readAllBytes(index)), idBytes));
    } catch (NoSuchFileException e) {
      return new NestedRepositories(List.of());
    } catch (BufferUnderflowException | IllegalArgumentException | IOException e) {
      throw OperationException.failed("%s cannot be read: %s".formatted(index, e), e);
    }
  }

  /** The format is in git's documentation, gitformat-index. */
  private static List<String> parse(ByteBuffer in, int idBytes) {
    if (in.getInt() != SIGNATURE) {
      throw new IllegalArgumentException("it is no index of git");
    }
    int version = in.getInt();
    List<String> nested = new ArrayList<>();
    String path = "";
    for (int left = in.getInt(); left > 0; left--) {
      int start = in.position();
      int mode = in.getInt(start + MODE_AT);
      in.position(start + ATTRIBUTES + idBytes);
      int flags = in.getShort();
      if ((flags & EXTENDED) != 0) {
        in.getShort();
      }
      if (version == COMPRESSED) {
        path = path.substring(0, path.length() - stripped(in)) + name(in);
      } else {
        path = name(in);
        // Entries are padded with NUL to a multiple of eight bytes.
        int size = in.position() - 1 - start;
        in.position(start + (size / 8 + 1) * 8);
      }
      if (mode == GITLINK) {
        nested.add(path);
      }
    }
    return nested;
  }

  private static String name(ByteBuffer in) {
    int start = in.position();
    while (in.get() != 0) {}
    byte[] name = new byte[in.position() - 1 - start];
    in.get(start, name);
    return new String(name, BYTES);
  }

  private static int stripped(ByteBuffer in) {
    int each = in.get();
    int number = each & 0x7f;
    while (each < 0) {
      each = in.get();
      number = ((number + 1) << 7) | (each & 0x7f);
    }
    return number;
  }

  /** The submodules of a tree. */
  public static Set<String> of(Git git, Tree tree, CancellationToken token)
      throws InterruptedException {
    return of(git.run(List.of("ls-tree", "-r", "-z", tree.id()), token));
  }

  /** Those that {@code git ls-tree -z} lists. */
  static Set<String> of(byte[] listing) {
    return Stream.of(new String(listing, BYTES).split("\0"))
        .filter(entry -> entry.startsWith(SandboxRepository.SUBMODULE))
        .map(entry -> entry.substring(entry.indexOf('\t') + 1))
        .collect(Collectors.toSet());
  }

  public boolean isEmpty() {
    return paths.isEmpty();
  }

  boolean areAmong(Set<String> submodules) {
    return submodules.containsAll(paths);
  }

  /**
   * Removes all but these from the index: then git notices by itself whether they are still there.
   *
   * @param git with the index
   * @return those that are left
   */
  public NestedRepositories onlyOf(Set<String> submodules, Git git, CancellationToken token)
      throws InterruptedException {
    List<String> others = paths.stream().filter(path -> !submodules.contains(path)).toList();
    if (others.isEmpty()) {
      return this;
    }
    List<String> line = List.of("update-index", "-z", "--force-remove", "--stdin");
    git.run(line, String.join("\0", others).getBytes(BYTES), token);
    return new NestedRepositories(paths.stream().filter(submodules::contains).toList());
  }

  /**
   * Runs {@code git add} without looking into them.
   *
   * @param line of git, with paths behind {@code --} or without any
   */
  public void add(Git git, List<String> line, CancellationToken token) throws InterruptedException {
    if (paths.isEmpty()) {
      git.run(line, token);
      return;
    }
    int end = line.indexOf("--");
    List<String> arguments = new ArrayList<>(end < 0 ? line : line.subList(0, end));
    arguments.addAll(List.of("--pathspec-from-file=-", "--pathspec-file-nul"));
    String wanted = end < 0 ? "." : String.join("\0", line.subList(end + 1, line.size()));
    String left =
        paths.stream().map(path -> "\0:(exclude,literal)" + path).collect(Collectors.joining());
    byte[] input = (utf8(wanted) + left).getBytes(BYTES);
    git.run(arguments, input, token);
  }

  /** The bytes of a text, as characters. */
  private static String utf8(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), BYTES);
  }
}
