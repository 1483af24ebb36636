package dev.cleveragents.context.project;

import dev.cleveragents.context.pipeline.Weights;
import dev.cleveragents.context.quality.WeightFit;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The weights that were fitted on a project, in a file of their own: a line for each strategy, its
 * name and its weight, and one for the commit they were fitted at, which is no part of their
 * version. A file that cannot be read counts as none.
 */
final class FittedWeights {

  private static final String VERSION = "fitted-";
  private static final String AT = "@ ";

  /** With fewer commits there is nothing to fit on. */
  static final int FEWEST_COMMITS = 50;

  /** So many new ones may tell something that the old ones did not. */
  static final int NEW_COMMITS = 50;

  private final Path file;

  FittedWeights(Path file) {
    this.file = file;
  }

  Optional<Weights> read() {
    try {
      Map<String, Double> byName = new HashMap<>();
      List<String> lines = lines().stream().filter(line -> !line.startsWith(AT)).toList();
      for (String line : lines) {
        int space = line.indexOf(' ');
        byName.put(line.substring(0, space), Double.valueOf(line.substring(space + 1)));
      }
      return Optional.of(
          new Weights(
              byName, 0, VERSION + Integer.toHexString(String.join("\n", lines).hashCode())));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /** The commit that was checked out when they were fitted; nothing if none were. */
  Optional<String> commit() {
    try {
      return lines().stream()
          .filter(line -> line.startsWith(AT))
          .map(line -> line.substring(AT.length()))
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Whether the history has grown enough to fit again, or for the first time. */
  boolean isDue(Git git, CancellationToken token) throws InterruptedException {
    Optional<String> last = commit();
    if (last.isPresent()) {
      Git.Answer since = count(git, last.get() + "..HEAD", NEW_COMMITS, token);
      if (since.succeeded()) {
        return number(since) >= NEW_COMMITS;
      }
    }
    Git.Answer all = count(git, "HEAD", FEWEST_COMMITS, token);
    return all.succeeded() && number(all) >= FEWEST_COMMITS;
  }

  private static Git.Answer count(Git git, String range, int most, CancellationToken token)
      throws InterruptedException {
    return git.ask(token, "rev-list", "--count", "--no-merges", "--max-count=" + most, range, "--");
  }

  private static int number(Git.Answer answer) {
    return Integer.parseInt(answer.text().strip());
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(file, StandardCharsets.UTF_8);
  }

  /**
   * Keeps what came out; that is words alone unless others were surely better.
   *
   * @param commit the one that was checked out
   */
  void keep(WeightFit.Fitted fitted, String commit) throws IOException {
    StringBuilder lines = new StringBuilder(AT).append(commit).append('\n');
    new TreeMap<>(fitted.weights())
        .forEach((name, weight) -> lines.append(name).append(' ').append(weight).append('\n'));
    Path written = Files.createTempFile(file.getParent(), "weights", ".new");
    try {
      Files.writeString(written, lines);
      Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(written);
    }
  }
}
