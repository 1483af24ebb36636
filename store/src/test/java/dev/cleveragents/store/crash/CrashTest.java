package dev.cleveragents.store.crash;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Worker processes on one database while everything happens to them that can. The short form is
 * part of every build; {@code -Pexhaustive} runs 20,000 jobs, {@code -Dcrash.seed=N} has the same
 * torments again (not the same moments: those are the machine's).
 */
class CrashTest {

  private static final CrashRun.Size SHORT =
      new CrashRun.Size(200, Duration.ofSeconds(2), Duration.ofMinutes(5));
  private static final CrashRun.Size LONG =
      new CrashRun.Size(20_000, Duration.ofMinutes(2), Duration.ofMinutes(10));

  @TempDir Path folder;

  @Test
  void nothingIsLostNorCountedTwiceOnSqlite() throws Exception {
    run(new CrashDatabase.Sqlite(folder));
  }

  @Test
  void nothingIsLostNorCountedTwiceOnPostgres() throws Exception {
    try (CrashDatabase site = CrashDatabase.Postgres.start(folder)) {
      run(site);
    }
  }

  private void run(CrashDatabase site) throws Exception {
    long seed = Long.getLong("crash.seed", new Random().nextInt(1_000_000));
    CrashRun.Size size = Boolean.getBoolean("exhaustive") ? LONG : SHORT;
    String again = "-Dtest=CrashTest -Dcrash.seed=" + seed;
    System.out.println("crash suite on " + site.url() + ", again with " + again);
    try {
      System.out.println("crash suite: " + new CrashRun(site, folder, size, seed).run());
    } catch (Exception | AssertionError e) {
      throw new AssertionError("The torments again: " + again + "\n" + e.getMessage(), e);
    }
  }
}
