package dev.cleveragents.workspace.change.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.FileMode;
import dev.cleveragents.workspace.change.FileState;
import dev.cleveragents.workspace.change.NetChanges;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A patch, given to {@code git apply}, makes of the old files exactly the new ones. */
class PatchPropertyTest {

  private static final int ROUNDS = 120;

  private static final List<String> NAMES =
      List.of(
          "a.txt",
          "dir/b.txt",
          "dir/deep/c",
          "with space.txt",
          "two  spaces/ x",
          "tab\tname",
          "new\nline",
          "quo\"te",
          "back\\slash",
          "zoé/ünïcode",
          "-dash",
          "dir2",
          "dir2/file",
          "@@ -1 +1 @@",
          "\u0001control",
          "日本");

  @TempDir Path folder;

  private final DiffTexts texts = new DiffTexts();

  /** A file: what git keeps of it. */
  private record File(FileMode mode, String latin) {
    byte[] bytes() {
      return latin.getBytes(StandardCharsets.ISO_8859_1);
    }
  }

  @Test
  void gitApplyGivesTheNewTree() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      long seed = 85_000L + round;
      Random random = new Random(seed);
      Map<String, File> before = anyTree(random);
      Map<String, File> after = edited(before, random);
      List<Change> net = NetChanges.of(changes(before, after, random));
      byte[] patch = Patch.of(texts.differ().diff(net));
      Path work = folder.resolve("round-" + round);
      write(work, before);
      if (patch.length > 0) {
        Path file = folder.resolve("round-" + round + ".patch");
        Files.write(file, patch);
        String said = apply(work, file);
        assertThat(said).as("seed %d, kept in %s", seed, file).isEmpty();
      }
      assertThat(read(work)).as("seed %d", seed).isEqualTo(after);
    }
  }

  private static Map<String, File> anyTree(Random random) {
    Map<String, File> tree = new TreeMap<>();
    for (String name : NAMES) {
      if (random.nextBoolean() && fits(name, tree)) {
        tree.put(name, any(random));
      }
    }
    return tree;
  }

  /** Some files go, some come, some change a little or entirely, or are moved. */
  private static Map<String, File> edited(Map<String, File> before, Random random) {
    Map<String, File> after = new TreeMap<>(before);
    for (String name : NAMES) {
      File old = after.get(name);
      switch (random.nextInt(5)) {
        case 0 -> after.remove(name);
        case 1 -> {
          after.remove(name);
          if (fits(name, after)) {
            after.put(name, any(random));
          }
        }
        case 2 -> {
          if (old != null) {
            after.put(name, alike(old, random));
          }
        }
        case 3 -> {
          String to = NAMES.get(random.nextInt(NAMES.size()));
          if (old != null && !before.containsKey(to) && !after.containsKey(to)) {
            after.remove(name);
            if (fits(to, after)) {
              after.put(to, old);
            }
          }
        }
        default -> {}
      }
    }
    return after;
  }

  /** No file where another has a folder. */
  private static boolean fits(String name, Map<String, File> tree) {
    return tree.keySet().stream()
        .noneMatch(other -> other.startsWith(name + "/") || name.startsWith(other + "/"));
  }

  private static FileMode anyMode(Random random) {
    return random.nextBoolean() ? FileMode.EXECUTABLE : FileMode.REGULAR;
  }

  private static File any(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> new File(FileMode.SYMLINK, "target/" + random.nextInt(3));
      case 1 -> new File(FileMode.REGULAR, "");
      case 2 -> new File(FileMode.REGULAR, binary(random));
      case 3 -> new File(FileMode.EXECUTABLE, text(random, "\r\n"));
      default -> new File(anyMode(random), text(random, "\n"));
    };
  }

  private static String binary(Random random) {
    byte[] bytes = new byte[random.nextInt(400)];
    if (random.nextBoolean()) {
      random.nextBytes(bytes);
    }
    return "\0" + new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static String text(Random random, String ending) {
    StringBuilder text = new StringBuilder();
    int lines = 1 + random.nextInt(30);
    for (int i = 0; i < lines; i++) {
      text.append(line(random));
      if (i < lines - 1 || random.nextInt(3) > 0) {
        text.append(ending);
      }
    }
    return text.toString();
  }

  private static String line(Random random) {
    List<String> lines =
        List.of("{", "}", "", "  x", "--- a/x", "+++ b/x", "\u00e9\u00ff", "\\ No");
    int at = random.nextInt(lines.size() * 2);
    return at < lines.size() ? lines.get(at) : "line " + random.nextInt(50);
  }

  private static File alike(File old, Random random) {
    if (old.mode == FileMode.SYMLINK) {
      return new File(FileMode.SYMLINK, "target/" + random.nextInt(3));
    }
    List<String> lines = new ArrayList<>(TextLines.of(old.bytes()));
    for (int i = random.nextInt(4); i > 0 && !lines.isEmpty(); i--) {
      int at = random.nextInt(lines.size());
      switch (random.nextInt(3)) {
        case 0 -> lines.remove(at);
        case 1 -> lines.add(at, line(random) + "\n");
        default -> lines.set(at, line(random) + (lines.get(at).endsWith("\n") ? "\n" : ""));
      }
    }
    return new File(anyMode(random), String.join("", lines));
  }

  /** The same as single changes; a file with the same content elsewhere may be a moved one. */
  private List<Change> changes(Map<String, File> before, Map<String, File> after, Random random) {
    List<Change> changes = new ArrayList<>();
    Map<String, File> gone = new TreeMap<>(before);
    gone.keySet().removeAll(after.keySet());
    List<String> moved = new ArrayList<>();
    after.forEach(
        (path, file) -> {
          File old = before.get(path);
          if (old != null) {
            changes.add(Change.modify("r", path, state(old), state(file)));
            return;
          }
          String from =
              gone.keySet().stream()
                  .filter(
                      it ->
                          !moved.contains(it)
                              && isClose(Objects.requireNonNull(gone.get(it)), file, random))
                  .findFirst()
                  .orElse(null);
          if (from == null) {
            changes.add(Change.create("r", path, state(file)));
          } else {
            moved.add(from);
            File source = Objects.requireNonNull(gone.get(from));
            changes.add(Change.move("r", from, path, state(source), state(file)));
          }
        });
    gone.forEach(
        (path, file) -> {
          if (!moved.contains(path)) {
            changes.add(Change.delete("r", path, state(file)));
          }
        });
    return changes;
  }

  private static boolean isClose(File one, File other, Random random) {
    return one.latin.equals(other.latin) || random.nextInt(5) == 0;
  }

  private FileState state(File file) {
    return texts.state(file.bytes(), file.mode);
  }

  private static void write(Path root, Map<String, File> tree) throws IOException {
    Files.createDirectories(root);
    for (Map.Entry<String, File> each : tree.entrySet()) {
      Path path = root.resolve(each.getKey());
      Files.createDirectories(Objects.requireNonNull(path.getParent()));
      File file = each.getValue();
      if (file.mode == FileMode.SYMLINK) {
        Files.createSymbolicLink(path, Path.of(file.latin));
      } else {
        Files.write(path, file.bytes());
        path.toFile().setExecutable(file.mode == FileMode.EXECUTABLE);
      }
    }
  }

  private static Map<String, File> read(Path root) throws IOException {
    Map<String, File> tree = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      files
          .sorted(Comparator.naturalOrder())
          .filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
          .forEach(path -> tree.put(root.relativize(path).toString(), readFile(path)));
    }
    return tree;
  }

  private static File readFile(Path path) {
    try {
      if (Files.isSymbolicLink(path)) {
        return new File(FileMode.SYMLINK, Files.readSymbolicLink(path).toString());
      }
      Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(path);
      return new File(
          allowed.contains(PosixFilePermission.OWNER_EXECUTE)
              ? FileMode.EXECUTABLE
              : FileMode.REGULAR,
          Files.readString(path, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns what git said against it. Outside of any repository, as it can be. */
  private static String apply(Path work, Path patch) throws IOException, InterruptedException {
    ProcessBuilder git =
        new ProcessBuilder("git", "apply", "--whitespace=nowarn", patch.toString())
            .directory(work.toFile())
            .redirectErrorStream(true);
    git.environment().put("GIT_CEILING_DIRECTORIES", String.valueOf(work.getParent()));
    git.environment().put("LC_ALL", "C");
    Process process = git.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return process.exitValue() == 0 ? "" : "failed: " + said;
  }
}
