package dev.cleveragents.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.EngineTables;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.audit.ChainFiles;
import dev.cleveragents.engine.audit.Redactor;
import dev.cleveragents.kernel.breaker.BreakerSettings;
import dev.cleveragents.kernel.breaker.CircuitBreaker;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.runtime.Breakers.ReportedBreaker;
import dev.cleveragents.store.Database;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two processes on one store hear of each other's circuits, and of a person's request to close one.
 */
@Timeout(60)
class BreakersTest {

  private static final String NAME = "arce";

  @TempDir private Path folder;

  @SuppressWarnings("NullAway.Init") // Opened before each test.
  private Database database;

  @BeforeEach
  void open() {
    database = Database.open("jdbc:sqlite:" + folder.resolve("store.db"), EngineTables.MIGRATIONS);
  }

  @AfterEach
  void close() {
    database.close();
  }

  /** What one process has. */
  private Breakers breakers() {
    return new Breakers(
        database, new AuditLog(database, Redactor.standard(), new ChainFiles(folder, "test")));
  }

  private static CircuitBreaker circuits(Breakers toldTo) {
    return new CircuitBreaker(BreakerSettings.defaults(), TimeSource.system(), toldTo::changed);
  }

  private static void open(CircuitBreaker circuits) {
    for (int i = 0; i < BreakerSettings.defaults().failureThreshold(); i++) {
      circuits.recordFailure(NAME);
    }
    assertThat(circuits.isOpen(NAME)).isTrue();
  }

  @Test
  void aCircuitThatOpensIsSeenByOthers() {
    assertThat(breakers().list()).isEmpty();
    open(circuits(breakers()));
    ReportedBreaker told = breakers().list().getFirst();
    assertThat(told.name()).isEqualTo(NAME);
    assertThat(told.state()).isEqualTo("open");
    assertThat(told.failures()).isEqualTo(3);
    assertThat(told.process()).isEqualTo(ProcessHandle.current().pid());
  }

  @Test
  void aResetReachesAnotherProcessBeforeItAsksAgain() {
    Breakers worker = breakers();
    CircuitBreaker circuits = circuits(worker);
    open(circuits);
    breakers().reset(NAME);
    assertThat(breakers().list()).extracting(ReportedBreaker::state).containsExactly("closed");
    assertThat(circuits.isOpen(NAME)).isTrue();
    worker.applyResets(circuits);
    assertThat(circuits.isOpen(NAME)).isFalse();
  }

  @Test
  void aResetIsAppliedOnce() {
    Breakers worker = breakers();
    CircuitBreaker circuits = circuits(worker);
    breakers().reset(NAME);
    worker.applyResets(circuits);
    open(circuits);
    worker.applyResets(circuits);
    assertThat(circuits.isOpen(NAME)).isTrue();
  }

  @Test
  void aLogThatCannotBeWrittenIsOnlyAWarning() {
    CircuitBreaker circuits = circuits(breakers());
    database.close();
    open(circuits);
  }
}
