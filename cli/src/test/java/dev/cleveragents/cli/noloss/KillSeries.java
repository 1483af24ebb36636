package dev.cleveragents.cli.noloss;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** Runs kills in sequence, two at a time; all run before any failure is reported. */
final class KillSeries {

  private static final int AT_ONCE = 2;

  private final NoLossSetup setup;
  private final Path folder;
  private int done;

  KillSeries(NoLossSetup setup, Path folder) {
    this.setup = setup;
    this.folder = folder;
  }

  /** Runs them all; returns how many there were. */
  int run(List<KillScenario> kills) throws Exception {
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
    return kills.size();
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
