package dev.cleveragents.cli.noloss;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.noloss.StopPoint.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Runs kills in sequence, two at a time; all run before any failure is reported. */
final class KillSeries {

  /** What is found in the names of the kills to be run, as a failure tells them. */
  private static final Predicate<String> ONLY =
      Pattern.compile(System.getProperty("noloss.only", "")).asPredicate();

  /** How many kills a run with {@code -Dsample=SEED} takes from each list. */
  private static final int SAMPLE = 4;

  private static final int AT_ONCE = 2;

  private final NoLossSetup setup;
  private final Path folder;
  private int done;

  KillSeries(NoLossSetup setup, Path folder) {
    this.setup = setup;
    this.folder = folder;
  }

  /** Runs them and tells how many there were. */
  void run(String what, List<KillScenario> all) throws Exception {
    List<KillScenario> kills =
        sample(all.stream().filter(kill -> ONLY.test(kill.toString())).toList());
    long start = System.nanoTime();
    survive(kills);
    System.out.printf(
        "no loss, %s: %d kills (%d after an event, %d before one is stored, %d at a step of apply,"
            + " %d at the start of a program), nothing lost, %d s%n",
        what,
        kills.size(),
        count(kills, Kind.AFTER_EVENT),
        count(kills, Kind.BEFORE_EVENT),
        count(kills, Kind.STEP),
        count(kills, Kind.COMMAND),
        Duration.ofNanos(System.nanoTime() - start).toSeconds());
  }

  /** All of them, unless {@code -Dsample=SEED} asks for some. */
  private static List<KillScenario> sample(List<KillScenario> all) {
    Long seed = Long.getLong("sample");
    if (seed == null) {
      return all;
    }
    List<KillScenario> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, new Random(seed));
    return shuffled.subList(0, Math.min(SAMPLE, shuffled.size()));
  }

  private static long count(List<KillScenario> kills, Kind kind) {
    return kills.stream().filter(kill -> kill.point().kind() == kind).count();
  }

  private void survive(List<KillScenario> kills) throws Exception {
    List<String> failures = new ArrayList<>();
    try (ExecutorService two = Executors.newFixedThreadPool(AT_ONCE)) {
      List<Future<?>> running = new ArrayList<>();
      for (KillScenario kill : kills) {
        Path place = folder.resolve("kill-" + done++);
        running.add(
            two.submit(
                () -> {
                  kill.survive(setup, place);
                  remove(place);
                  return null;
                }));
      }
      for (int i = 0; i < running.size(); i++) {
        try {
          running.get(i).get();
        } catch (Exception e) {
          failures.add(kills.get(i) + ": " + e.getCause());
        }
      }
    }
    assertThat(failures).as("%d of %d kills", failures.size(), kills.size()).isEmpty();
  }

  /** What went well leaves nothing to look at. */
  private static void remove(Path place) throws Exception {
    List<Path> all;
    try (Stream<Path> inside = Files.walk(place)) {
      all = inside.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : all) {
      Files.delete(path);
    }
  }
}
