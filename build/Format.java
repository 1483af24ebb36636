import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks ({@code check DIR}) or restores ({@code fix DIR}) google-java-format on every Java file
 * below a folder. A check skips files that have not changed since all were right. Run by the build,
 * on the toolchain's java.
 */
class Format {
  public static void main(String[] args) throws Exception {
    boolean fix = args[0].equals("fix");
    Path root = Path.of(args[1]);
    Path stamp = root.resolve("target").resolve("tools").resolve("formatted");
    long checked = Files.exists(stamp) ? Files.getLastModifiedTime(stamp).toMillis() : 0;
    long start = System.currentTimeMillis();
    List<Path> sources = sources(root);
    // The formatter, and its version, decide as well.
    boolean all =
        isNewer(root.resolve("pom.xml"), checked)
            || isNewer(root.resolve("build").resolve("Format.java"), checked);
    List<Path> wrong =
        sources.parallelStream()
            .filter(file -> all || isNewer(file, checked))
            .filter(file -> !isFormatted(file, fix))
            .toList();
    if (wrong.isEmpty() || fix) {
      Files.createDirectories(stamp.getParent());
      Files.writeString(stamp, "");
      Files.setLastModifiedTime(stamp, FileTime.fromMillis(start));
    }
    if (wrong.isEmpty()) {
      System.out.println(
          "format: " + sources.size() + " files are as google-java-format writes them");
    } else if (fix) {
      System.out.println("format: rewrote " + wrong.size() + " of " + sources.size() + " files");
    } else {
      wrong.forEach(file -> System.err.println("format: not formatted: " + root.relativize(file)));
      System.err.println("format: run  mvn -N validate -Dformat.mode=fix");
      System.exit(1);
    }
  }

  private static boolean isNewer(Path file, long than) {
    try {
      // A second, because some file systems keep no finer times.
      return Files.getLastModifiedTime(file).toMillis() + 1_000 > than;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> sources(Path root) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
            String name = dir.getFileName().toString();
            return name.equals("target") || name.startsWith(".") && !dir.equals(root)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".java")) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }

  private static boolean isFormatted(Path file, boolean fix) {
    try {
      String before = Files.readString(file);
      String ordered =
          ImportOrderer.reorderImports(
              RemoveUnusedImports.removeUnusedImports(before), JavaFormatterOptions.Style.GOOGLE);
      String after = new Formatter().formatSource(ordered);
      if (fix && !before.equals(after)) {
        Files.writeString(file, after);
      }
      return before.equals(after);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (com.google.googlejavaformat.java.FormatterException e) {
      throw new IllegalStateException(file + ": " + e.getMessage(), e);
    }
  }
}
