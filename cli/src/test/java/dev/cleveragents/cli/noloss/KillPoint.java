package dev.cleveragents.cli.noloss;

import dev.cleveragents.cli.noloss.StopPoint.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A place in the run of a plan.
 *
 * @param number counts the places of its kind from 1; of several events that are stored together,
 *     the last
 * @param what happens there
 */
record KillPoint(Kind kind, int number, String what) {

  static List<KillPoint> read(Path file) throws IOException {
    return Files.readAllLines(file).stream().map(KillPoint::parse).toList();
  }

  private static KillPoint parse(String line) {
    String[] parts = line.split(" ", 3);
    return new KillPoint(Kind.valueOf(parts[0]), Integer.parseInt(parts[1]), parts[2]);
  }

  boolean isStep(String name) {
    return kind == Kind.STEP && what.equals(name);
  }

  @Override
  public String toString() {
    return "%s %d (%s)".formatted(kind, number, what);
  }
}
