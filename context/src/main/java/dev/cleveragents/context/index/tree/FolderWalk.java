package dev.cleveragents.context.index.tree;

import dev.cleveragents.context.index.tree.FolderTree.UnreadableFolderException;
import dev.cleveragents.context.index.tree.SourceTree.Entry;
import dev.cleveragents.context.index.tree.SourceTree.Kind;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lists what is in a folder, one level of folders after the other: git is asked once per level what
 * is ignored, and an ignored folder is not opened. Used once, by one thread.
 */
final class FolderWalk {

  private static final int MOST_ENTRIES = 1_000_000;

  private final Path root;
  private final long largest;
  private final GitIgnoreRules ignored;
  private final List<Entry> entries = new ArrayList<>();
  private final List<Path> files = new ArrayList<>();

  FolderWalk(Path root, long largest, GitIgnoreRules ignored) {
    this.root = root;
    this.largest = largest;
    this.ignored = ignored;
  }

  /** What is listed without looking at its content. */
  List<Entry> entries() {
    return entries;
  }

  /** Files whose content must be looked at. */
  List<Path> files() {
    return files;
  }

  void run(CancellationToken token) throws IOException, InterruptedException {
    List<Path> folders = List.of(root);
    while (!folders.isEmpty()) {
      Map<Path, BasicFileAttributes> level = new LinkedHashMap<>();
      for (Path folder : folders) {
        addContent(folder, level, token);
      }
      Set<String> excluded = ignored.among(level.keySet().stream().map(this::path).toList(), token);
      List<Path> next = new ArrayList<>();
      level.forEach(
          (file, attributes) -> {
            if (excluded.contains(path(file))) {
              skip(file, Kind.IGNORED);
            } else if (attributes.isDirectory()) {
              next.add(file);
            } else {
              add(file, attributes);
            }
          });
      folders = next;
    }
  }

  /** Adds what is in a folder, without what is skipped whatever git says. */
  private void addContent(
      Path folder, Map<Path, BasicFileAttributes> level, CancellationToken token)
      throws IOException {
    try (DirectoryStream<Path> content = Files.newDirectoryStream(folder)) {
      for (Path file : content) {
        token.throwIfCancelled();
        checkCount(level.size());
        Optional<BasicFileAttributes> attributes = attributes(file);
        if (attributes.isEmpty()) {
          skip(file, Kind.UNREADABLE);
        } else if (attributes.get().isDirectory() && isNamed(file, FolderTree.PROTECTED)) {
          skip(file, Kind.PROTECTED_FOLDER);
        } else if (attributes.get().isDirectory() && isNamed(file, FolderTree.IGNORED)) {
          skip(file, Kind.IGNORED);
        } else {
          level.put(file, attributes.get());
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    } catch (IOException e) {
      skip(folder, Kind.UNREADABLE);
    }
  }

  private void add(Path file, BasicFileAttributes attributes) {
    if (attributes.isSymbolicLink()) {
      skip(file, Kind.LINK);
    } else if (!attributes.isRegularFile()) {
      skip(file, Kind.SPECIAL);
    } else if (attributes.size() > largest) {
      long size = attributes.size();
      entries.add(new Entry(path(file), "large:" + size, size, Kind.FILE));
    } else {
      files.add(file);
    }
  }

  private void skip(Path file, Kind kind) {
    entries.add(FolderTree.skipped(path(file), kind));
  }

  private void checkCount(int more) {
    if (entries.size() + files.size() + more >= MOST_ENTRIES) {
      throw new UnreadableFolderException(
          "The folder %s has more than %d files; name a smaller part of it"
              .formatted(root, MOST_ENTRIES));
    }
  }

  private String path(Path file) {
    return FolderTree.path(root, file);
  }

  private static boolean isNamed(Path folder, Set<String> names) {
    return names.contains(String.valueOf(folder.getFileName()));
  }

  private static Optional<BasicFileAttributes> attributes(Path file) {
    try {
      return Optional.of(
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
