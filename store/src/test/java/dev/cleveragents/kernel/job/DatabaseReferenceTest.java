package dev.cleveragents.kernel.job;

import dev.cleveragents.store.Database;
import dev.cleveragents.store.TestPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Under random moves the durable store gives the same answers as {@link ReferenceJobStore}, which
 * looks through everything: above all, it claims the same jobs in the same order. A failing run
 * says its seed.
 */
class DatabaseReferenceTest {

  private static final int SEEDS_ON_SQLITE = Boolean.getBoolean("exhaustive") ? 200 : 15;
  private static final int SEEDS_ON_POSTGRES = Boolean.getBoolean("exhaustive") ? 60 : 5;
  private static final int STEPS = 60;

  @TempDir Path folder;

  @Test
  void sqliteDoesTheSameAsTheReference() throws Exception {
    Path empty = folder.resolve("empty");
    Database.open("jdbc:sqlite:" + empty).close();
    for (long seed = 0; seed < SEEDS_ON_SQLITE; seed++) {
      Path file = folder.resolve("jobs-" + seed);
      Files.copy(empty, file);
      run(seed, it -> "jdbc:sqlite:" + file);
    }
  }

  @Test
  void postgresDoesTheSameAsTheReference() {
    for (long seed = 1_000; seed < 1_000 + SEEDS_ON_POSTGRES; seed++) {
      run(seed, it -> TestPostgres.shared().newSchema());
    }
  }

  private static void run(long seed, LongFunction<String> url) {
    int step = 0;
    try (DatabaseTwins twins = new DatabaseTwins(seed, url.apply(seed))) {
      for (; step < STEPS; step++) {
        twins.step();
      }
      twins.drain();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("seed " + seed + ", step " + step + ": " + e.getMessage(), e);
    }
  }
}
