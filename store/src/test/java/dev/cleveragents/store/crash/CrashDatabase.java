package dev.cleveragents.store.crash;

import dev.cleveragents.store.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

/** The database of a run, and the faults that can be injected from outside. */
sealed interface CrashDatabase extends AutoCloseable {

  String url();

  /** What may happen here. */
  Set<InjectedFault> torments();

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
  record Sqlite(Path folder) implements CrashDatabase {
    @Override
    public String url() {
      return "jdbc:sqlite:" + folder.resolve("jobs.db");
    }

    @Override
    public Set<InjectedFault> torments() {
      return EnumSet.of(
          InjectedFault.KILL_WORKER,
          InjectedFault.FREEZE_WORKER,
          InjectedFault.KILL_CLIENT,
          InjectedFault.FULL_DISK);
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
  record Postgres(TestPostgres server, String url) implements CrashDatabase {

    static Postgres start(Path folder) {
      TestPostgres server = TestPostgres.startIn(folder.resolve("server"));
      return new Postgres(server, server.newSchema());
    }

    @Override
    public Set<InjectedFault> torments() {
      return EnumSet.complementOf(EnumSet.of(InjectedFault.FULL_DISK));
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
