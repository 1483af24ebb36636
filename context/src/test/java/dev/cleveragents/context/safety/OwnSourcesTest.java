package dev.cleveragents.context.safety;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What goes from this project's own files, which hold hashes, ids, encoded data and much talk of
 * tokens, but no secret: only addresses that tests made up to look as if they held one.
 */
class OwnSourcesTest {

  /** {@code x://me:s3cret@host} and {@code ?password=s3cret}, which a stranger would want gone. */
  private static final Pattern MADE_UP =
      Pattern.compile("://|[&?;]\\w*password=", Pattern.CASE_INSENSITIVE);

  private static final int MOST_MADE_UP = 40;

  private static final Set<String> NOT_OURS = Set.of("target", ".git");

  private final Secrets secrets = Secrets.knowing(Map.of());

  @Test
  void nothingOfOurOwnFilesIsTakenForASecretButMadeUpAddresses() throws IOException {
    Path project = Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());
    List<String> taken = new ArrayList<>();
    List<Path> files = sources(project);
    for (Path file : files) {
      taken.addAll(taken(project.relativize(file).toString(), read(file)));
    }
    assertThat(files).hasSizeGreaterThan(500);
    List<String> wrong = taken.stream().filter(it -> !MADE_UP.matcher(it).find()).toList();
    assertThat(wrong).as("false positives in %d files", files.size()).isEmpty();
    assertThat(taken).as("made-up addresses").hasSizeLessThan(MOST_MADE_UP);
  }

  private List<String> taken(String path, String text) {
    List<String> before = text.lines().toList();
    List<String> after = secrets.redactFile(path, text).lines().toList();
    assertThat(after).as(path).hasSameSizeAs(before);
    List<String> taken = new ArrayList<>();
    for (int i = 0; i < before.size(); i++) {
      if (!before.get(i).equals(after.get(i))) {
        taken.add("%s:%d %s".formatted(path, i + 1, before.get(i).strip()));
      }
    }
    return taken;
  }

  /** Looks into no folder in which builds and git come and go with files meanwhile. */
  private static List<Path> sources(Path project) throws IOException {
    List<Path> sources = new ArrayList<>();
    Files.walkFileTree(
        project,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return NOT_OURS.contains(String.valueOf(folder.getFileName()))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && isSource(file.toString())) {
              sources.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return sources;
  }

  /** But the tests of secrets: what stands there is made up to be taken. */
  private static boolean isSource(String path) {
    return Pattern.matches(
            ".*\\.(java|md|xml|yaml|yml|sql|sh|json|feature|mjs|svg|properties)", path)
        && !Pattern.matches(
            ".*/(SecretsTest|RedactorTest|FakeSecrets|SecretsInStoreTest)\\.java", path);
  }

  private static String read(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (MalformedInputException e) {
      return "";
    }
  }
}
