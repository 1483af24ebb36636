package dev.cleveragents.store.crash;

import dev.cleveragents.store.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

/** Where the database of a run is, and what can be done to it from outside. */
sealed interface Site extends AutoCloseable {

  String url();

  /** What may happen here. */
  Set<Torment> torments();

  /** The disk is full from now on. */
  default void fillDisk() throws IOException {}

  /** There is room again. */
  default void freeDisk() throws IOException {}

  /** The server ends connections. */
  default void terminateBackends() {}

  /** The server is started again, in good order or after a crash. */
  default void restart(boolean crash) throws Exception {}

  @Override
  void close() throws IOException;

  /** A SQLite file. */
  record Sqlite(Path folder) implements Site {
    @Override
    public String url() {
      return "jdbc:sqlite:" + folder.resolve("jobs.db");
    }

    @Override
    public Set<Torment> torments() {
      return EnumSet.of(
          Torment.KILL_WORKER, Torment.FREEZE_WORKER, Torment.KILL_CLIENT, Torment.FULL_DISK);
    }

    @Override
    public void fillDisk() throws IOException {
      Files.writeString(new FullDisk(folder).flag(), "");
    }

    @Override
    public void freeDisk() throws IOException {
      Files.deleteIfExists(new FullDisk(folder).flag());
    }

    @Override
    public void close() {}
  }

  /** A PostgreSQL server. */
  record Postgres(TestPostgres server, String url) implements Site {

    static Postgres start(Path folder) {
      TestPostgres server = TestPostgres.startIn(folder.resolve("server"));
      return new Postgres(server, server.newSchema());
    }

    @Override
    public Set<Torment> torments() {
      return EnumSet.complementOf(EnumSet.of(Torment.FULL_DISK));
    }

    @Override
    public void terminateBackends() {
      server.execute(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = 'cleveragents' AND random() < 0.5
          """);
    }

    @Override
    public void restart(boolean crash) throws Exception {
      server.restart(crash);
    }

    @Override
    public void close() throws IOException {
      server.close();
    }
  }
}
