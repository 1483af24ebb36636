package dev.cleveragents.engine.plan;

import static dev.cleveragents.engine.plan.PlanFixture.check;
import static dev.cleveragents.engine.plan.PlanFixture.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.audit.ChainVerdict;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.sandbox.WorkspaceFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clock is set while a plan works: no worker is declared dead, nothing is late or early. */
@Timeout(240)
class ClockJumpTest {

  /** The machine's clocks, of which the one for people can be set. */
  private static final class SettableTime implements TimeSource {

    private final AtomicReference<Duration> shift = new AtomicReference<>(Duration.ZERO);

    @Override
    public long nanos() {
      return TimeSource.system().nanos();
    }

    @Override
    public Instant wallTime() {
      return TimeSource.system().wallTime().plus(shift.get());
    }

    void jump(Duration by) {
      shift.updateAndGet(before -> before.plus(by));
    }
  }

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"PT24H", "PT-24H"})
  void aClockSetWithinAStepAndBetweenStepsChangesNothing(String by) throws Exception {
    SettableTime time = new SettableTime();
    Path begun = folder.resolve("begun");
    Path go = folder.resolve("go");
    try (PlanFixture fixture = fixture(time);
        var _ = fixture.startWorker()) {
      Plan plan =
          fixture.use(
              "trusted",
              script(
                  "write: {path: b.txt, content: b}",
                  "run: {command: \"touch '%s'; while [ ! -e '%s' ]; do sleep 0.05; done; echo two >> a.txt\"}"
                      .formatted(begun, go),
                  "write: {path: c.txt, content: c}"));
      fixture.await(plan.id(), _ -> Files.exists(begun));
      time.jump(Duration.parse(by));
      Files.createFile(go);
      fixture.await(plan.id(), "execute/complete");
      time.jump(Duration.parse(by));
      fixture.plans.apply(plan.id());
      fixture.await(plan.id(), "apply/applied");
      assertThat(fixture.read("a.txt") + fixture.read("b.txt") + fixture.read("c.txt"))
          .isEqualTo("one\ntwo\nbc");
      List<AuditEntry> told = fixture.log.log(EventFilter.ALL, 0, 1000);
      assertThat(told).extracting(AuditEntry::at).isSorted();
      assertThat(Duration.between(told.getFirst().at(), told.getLast().at()))
          .isLessThan(Duration.ofHours(1));
      assertThat(told.stream().filter(it -> it.event().type().equals("tool.started")))
          .as("no step was done twice")
          .hasSize(3);
      assertThat(fixture.log.verify()).isInstanceOf(ChainVerdict.Sound.class);
    }
  }

  @Test
  void whatIsMadeAfterTheClockWasSetBackIsTheLast() throws Exception {
    SettableTime time = new SettableTime();
    Path works = folder.resolve("works");
    time.jump(Duration.ofDays(1));
    PlanId stopped;
    try (PlanFixture fixture = fixture(time);
        var _ = fixture.startWorker()) {
      stopped =
          fixture
              .use(
                  "trusted",
                  script("write: {path: b.txt, content: b}"),
                  check("test -e '%s'".formatted(works)))
              .id();
      fixture.await(stopped, "execute/errored");
    }
    time.jump(Duration.ofDays(-1));
    Files.createFile(works);
    try (PlanFixture fixture = fixture(time);
        var _ = fixture.startWorker()) {
      fixture.plans.resume(stopped);
      fixture.await(stopped, "execute/complete");
      fixture.plans.apply(stopped);
      assertThat(fixture.await(stopped, ClockJumpTest::isDecided).status().stage())
          .hasToString("apply/applied");
      Plan later = fixture.use("manual", script("write: {path: c.txt, content: c}"));
      assertThat(fixture.plans.list(null, 10))
          .extracting(Plan::id)
          .containsExactly(later.id(), stopped);
    }
  }

  private PlanFixture fixture(TimeSource time) throws Exception {
    return new PlanFixture(
        folder,
        "jdbc:sqlite:" + folder.resolve("store.db"),
        WorkspaceFixture.unconfined(folder),
        time);
  }

  private static boolean isDecided(Plan plan) {
    return EnumSet.of(PlanState.APPLIED, PlanState.CONSTRAINED, PlanState.ERRORED)
        .contains(plan.status().state());
  }
}
