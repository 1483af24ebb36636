package dev.cleveragents.exec.confine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The file systems that this process sees, as Linux lists them in {@code mountinfo}. */
record MountTable(List<Mount> all) {

  /** Kept by every later mount of the same place; who may not take them away must repeat them. */
  private static final Set<String> LASTING = Set.of("nosuid", "nodev", "noexec");

  /**
   * One of them.
   *
   * @param options of this place, not of the file system below it
   */
  record Mount(int id, int parent, Path point, Set<String> options, String type) {

    boolean isReadOnly() {
      return options.contains("ro");
    }

    /** The options it must keep, with a comma before each. */
    String lasting() {
      return options.stream()
          .filter(LASTING::contains)
          .sorted()
          .map(","::concat)
          .collect(Collectors.joining());
    }
  }

  static MountTable current() throws IOException {
    return parse(Files.readAllLines(Path.of("/proc/self/mountinfo")));
  }

  static MountTable parse(List<String> lines) {
    return new MountTable(lines.stream().map(MountTable::parse).toList());
  }

  private static Mount parse(String line) {
    String[] fields = line.split(" ", -1);
    String type = line.substring(line.indexOf(" - ") + 3).split(" ", -1)[0];
    return new Mount(
        Integer.parseInt(fields[0]),
        Integer.parseInt(fields[1]),
        Path.of(plain(fields[4])),
        Set.of(fields[5].split(",", -1)),
        type);
  }

  /** Spaces and the like are written as three octal digits. */
  static String plain(String escaped) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < escaped.length(); i++) {
      if (escaped.charAt(i) == '\\' && i + 3 < escaped.length()) {
        plain.append((char) Integer.parseInt(escaped.substring(i + 1, i + 4), 8));
        i += 3;
      } else {
        plain.append(escaped.charAt(i));
      }
    }
    return plain.toString();
  }

  /** The mounts that no other mount covers, so that a path can lead to them. */
  List<Mount> visible() {
    return all.stream()
        .filter(mount -> at(mount.point()).filter(mount::equals).isPresent())
        .toList();
  }

  /** The one that a path without links is on. */
  Optional<Mount> at(Path path) {
    Set<Integer> ids = all.stream().map(Mount::id).collect(Collectors.toSet());
    Optional<Mount> found = all.stream().filter(mount -> !ids.contains(mount.parent())).findFirst();
    for (Path part : upwardsReversed(path)) {
      Optional<Mount> below = found.flatMap(mount -> child(mount, part));
      while (below.isPresent()) {
        found = below;
        below = child(below.get(), part);
      }
    }
    return found;
  }

  private Optional<Mount> child(Mount parent, Path point) {
    return all.stream()
        .filter(
            mount ->
                mount.parent() == parent.id()
                    && mount.id() != parent.id()
                    && mount.point().equals(point))
        .findFirst();
  }

  /** The path and all above it, the root first. */
  private static List<Path> upwardsReversed(Path path) {
    List<Path> parts = new ArrayList<>();
    Stream.iterate(path, part -> part != null, Path::getParent).forEach(parts::add);
    return parts.reversed();
  }
}
