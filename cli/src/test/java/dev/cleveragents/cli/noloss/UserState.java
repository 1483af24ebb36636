package dev.cleveragents.cli.noloss;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Everything that is the user's, by hash: the files of the work trees with their modes, and of git
 * the index, refs, logs, configuration, stash and hooks. What we keep in a folder named {@code
 * cleveragents} in git's own is left out; {@link #strays} looks there.
 *
 * @param files the work trees and all that lies about, by path
 * @param git git's own files but objects, by path
 * @param objects the names of git's objects, which only ever become more
 */
record UserState(Map<String, String> files, Map<String, String> git, Set<String> objects) {

  private static final Set<String> OURS = Set.of("cleveragents");

  /** As it is, byte for byte. */
  static UserState of(Path folder) throws IOException {
    UserState state = new UserState(new TreeMap<>(), new TreeMap<>(), new TreeSet<>());
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
            String name = folder.relativize(path).toString();
            if (isOfGit(name) && OURS.contains(path.getFileName().toString())) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            if (!isOfGit(name)) {
              state.files.put(name, "folder");
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes)
              throws IOException {
            try {
              state.add(folder, path, attributes);
            } catch (NoSuchFileException e) {
              return visitFileFailed(path, e);
            }
            return FileVisitResult.CONTINUE;
          }

          // What a git that still runs has removed since it was listed is not there.
          @Override
          public FileVisitResult visitFileFailed(Path path, IOException e) throws IOException {
            return e instanceof NoSuchFileException
                ? FileVisitResult.CONTINUE
                : super.visitFileFailed(path, e);
          }
        });
    return state;
  }

  /** The same, but with these files as they are in the other. */
  UserState taking(UserState other, Set<String> names) {
    Map<String, String> taken = new TreeMap<>(files);
    names.forEach(name -> taken.put(name, other.files.getOrDefault(name, "absent")));
    return new UserState(taken, git, objects);
  }

  /** Everything that differs from what is expected, for people; objects may have become more. */
  List<String> differences(UserState expected) {
    List<String> all = new ArrayList<>();
    differences(files, expected.files, all);
    differences(git, expected.git, all);
    expected.objects.stream()
        .filter(it -> !objects.contains(it))
        .forEach(it -> all.add("no " + it));
    return all;
  }

  private static void differences(
      Map<String, String> now, Map<String, String> expected, List<String> all) {
    Set<String> names = new TreeSet<>(now.keySet());
    names.addAll(expected.keySet());
    for (String name : names) {
      if (!Objects.equals(now.get(name), expected.get(name))) {
        all.add("%s: %s, expected %s".formatted(name, now.get(name), expected.get(name)));
      }
    }
  }

  /** The files that differ from another state. */
  Set<String> differing(UserState other) {
    Set<String> names = new TreeSet<>(files.keySet());
    names.addAll(other.files.keySet());
    names.removeIf(name -> Objects.equals(files.get(name), other.files.get(name)));
    return names;
  }

  private void add(Path folder, Path path, BasicFileAttributes attributes) throws IOException {
    String name = folder.relativize(path).toString();
    if (name.contains(".git/objects/") || name.matches(".*\\.git/modules/.*/objects/.*")) {
      objects.add(name);
    } else {
      (isOfGit(name) ? git : files).put(name, state(folder, path, attributes));
    }
  }

  private static boolean isOfGit(String name) {
    return ("/" + name + "/").contains("/.git/");
  }

  private static String state(Path folder, Path path, BasicFileAttributes attributes)
      throws IOException {
    if (attributes.isSymbolicLink()) {
      return "-> " + Files.readSymbolicLink(path);
    }
    byte[] bytes = Files.readAllBytes(path);
    // Two runs are in two folders, and git has noted down which.
    String text = new String(bytes, StandardCharsets.ISO_8859_1).replace(folder.toString(), "@");
    return Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS)
        + " "
        + hash(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String hash(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * The same without what differs between two runs that did the same: the id of the new commit,
   * which has a time in it, and what git's index knows of the disk.
   */
  static UserState meaning(Path folder, Path place) throws IOException {
    UserState state = of(folder);
    // Also those of other work trees and of submodules.
    for (String name : List.copyOf(state.git.keySet())) {
      if (name.endsWith("/index")) {
        String list = "GIT_INDEX_FILE='%s' git ls-files -s -v".formatted(folder.resolve(name));
        state.git.put(name, Shell.run(place, list));
      }
    }
    Path head = place.resolve(Shell.run(place, "git rev-parse --git-path HEAD")).normalize();
    String branch = Shell.run(place, "git symbolic-ref -q HEAD || true");
    Path ref =
        branch.isEmpty()
            ? head
            : place.resolve(Shell.run(place, "git rev-parse --git-path " + branch)).normalize();
    String commit = Shell.run(place, "git log -1 --format='%T after %P by %an: %s'");
    state.git.put(folder.relativize(ref).toString(), commit);
    // Without a branch they are the same.
    for (Path log : new TreeSet<>(List.of(head.resolveSibling("logs/HEAD"), log(ref, branch)))) {
      state.git.computeIfPresent(
          folder.relativize(log).toString(), (_, _) -> lines(log) + " entries");
    }
    return new UserState(state.files, state.git, Set.of());
  }

  private static Path log(Path ref, String branch) {
    String path = ref.toString();
    return branch.isEmpty()
        ? ref.resolveSibling("logs/HEAD")
        : Path.of(path.substring(0, path.length() - branch.length()), "logs", branch);
  }

  private static int lines(Path file) {
    try {
      return Files.readAllLines(file).size();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What of ours is left in git's folders but refs, and any lock. */
  static Set<String> strays(Path folder) throws IOException {
    Set<String> strays = new TreeSet<>();
    try (var all = Files.walk(folder)) {
      all.map(path -> folder.relativize(path).toString())
          .filter(
              name ->
                  name.endsWith(".lock")
                      || name.contains(".cleveragents")
                      || name.endsWith(".tmp")
                      || (name.contains("/cleveragents") && !name.contains("refs/cleveragents")))
          .forEach(strays::add);
    }
    return strays;
  }
}
