package dev.cleveragents.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.kernel.worker.WorkerHealthReport;
import dev.cleveragents.kernel.worker.WorkerState;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long a command that works on a plan goes on without a store. */
class PlanRunTest {

  private static final Duration SHORT = Duration.ofSeconds(5);
  private static final Duration LONG = Duration.ofSeconds(31);

  @TempDir private Path home;

  @Test
  void anAnsweringStoreIsNoError() {
    judging(run -> assertThat(run.isTroubled(report(0, SHORT), LONG, false)).isFalse());
  }

  @Test
  void aSilentStoreIsReportedOnce() {
    List<String> told =
        judging(
            run -> {
              assertThat(run.isTroubled(report(1, SHORT), SHORT, false)).isTrue();
              assertThat(run.isTroubled(report(2, SHORT), SHORT, true)).isTrue();
            });
    assertThat(told).containsExactly("locked");
  }

  @Test
  void aSilentStoreEndsTheWork() {
    judging(run -> assertOver(run, report(3, LONG), Duration.ofHours(1)));
  }

  @Test
  void aStoreLockedByAFrozenProcessEndsTheWork() {
    judging(
        run -> {
          assertThat(run.isTroubled(report(1, null), SHORT, false)).isTrue();
          assertOver(run, report(2, null), LONG);
        });
  }

  private static void assertOver(PlanRun run, WorkerHealthReport health, Duration working) {
    assertThatThrownBy(() -> run.isTroubled(health, working, true))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("not answered for 31 s")
        .hasMessageContaining("locked");
  }

  private List<String> judging(Consumer<PlanRun> test) {
    List<String> told = new ArrayList<>();
    PlanWatcher watcher =
        new PlanWatcher() {
          @Override
          public void happened(AuditEntry entry) {}

          @Override
          public void troubled(String why) {
            told.add(why);
          }
        };
    try (CleverAgents agents = CleverAgents.open(Config.inHome(home))) {
      test.accept(agents.watching(PlanId.parse("01M7MBKB903W7VEEET46PERWNZ"), watcher));
    }
    return told;
  }

  private static WorkerHealthReport report(int errors, @Nullable Duration sinceBeat) {
    return new WorkerHealthReport(
        "w",
        WorkerState.RUNNING,
        1,
        0,
        Map.of(),
        errors,
        "dev.cleveragents.store.connection.StoreException: locked",
        Instant.EPOCH,
        sinceBeat,
        sinceBeat);
  }
}
