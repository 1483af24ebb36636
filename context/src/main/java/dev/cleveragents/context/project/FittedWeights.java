package dev.cleveragents.context.project;

import dev.cleveragents.context.pipeline.Weights;
import dev.cleveragents.context.quality.WeightFit;
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
 * name and its weight. A file that cannot be read counts as none.
 */
final class FittedWeights {

  private static final String VERSION = "fitted-";

  private final Path file;

  FittedWeights(Path file) {
    this.file = file;
  }

  Optional<Weights> read() {
    try {
      Map<String, Double> byName = new HashMap<>();
      List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
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

  /** Keeps what came out; that is words alone unless others were surely better. */
  void keep(WeightFit.Fitted fitted) throws IOException {
    StringBuilder lines = new StringBuilder();
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
