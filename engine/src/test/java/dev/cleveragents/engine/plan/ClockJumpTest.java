package dev.cleveragents.engine.plan;

import static dev.cleveragents.engine.plan.PlanHouse.check;
import static dev.cleveragents.engine.plan.PlanHouse.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.audit.Verdict;
import dev.cleveragents.engine.sandbox.CommandBounds;
import dev.cleveragents.kernel.time.TimeSource;
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

/**
 * Somebody sets the clock while a plan works: nobody is taken for dead, nothing is late or early.
 */
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
    try (PlanHouse house = house(time);
        var _ = house.startWorker()) {
      Plan plan =
          house.use(
              "trusted",
              script(
                  "write: {path: b.txt, content: b}",
                  "run: {command: \"touch '%s'; while [ ! -e '%s' ]; do sleep 0.05; done; echo two >> a.txt\"}"
                      .formatted(begun, go),
                  "write: {path: c.txt, content: c}"));
      house.await(plan.id(), _ -> Files.exists(begun));
      time.jump(Duration.parse(by));
      Files.createFile(go);
      house.await(plan.id(), "execute/complete");
      time.jump(Duration.parse(by));
      house.plans.apply(plan.id());
      house.await(plan.id(), "apply/applied");
      assertThat(house.read("a.txt") + house.read("b.txt") + house.read("c.txt"))
          .isEqualTo("one\ntwo\nbc");
      List<AuditEntry> told = house.log.log(EventFilter.ALL, 0, 1000);
      assertThat(told).extracting(AuditEntry::at).isSorted();
      assertThat(Duration.between(told.getFirst().at(), told.getLast().at()))
          .isLessThan(Duration.ofHours(1));
      assertThat(told.stream().filter(it -> it.event().type().equals("tool.started")))
          .as("no step was done twice")
          .hasSize(3);
      assertThat(house.log.verify()).isInstanceOf(Verdict.Sound.class);
    }
  }

  @Test
  void whatIsMadeAfterTheClockWasSetBackIsTheLast() throws Exception {
    SettableTime time = new SettableTime();
    Path works = folder.resolve("works");
    time.jump(Duration.ofDays(1));
    PlanId stopped;
    try (PlanHouse house = house(time);
        var _ = house.startWorker()) {
      stopped =
          house
              .use(
                  "trusted",
                  script("write: {path: b.txt, content: b}"),
                  check("test -e '%s'".formatted(works)))
              .id();
      house.await(stopped, "execute/errored");
    }
    time.jump(Duration.ofDays(-1));
    Files.createFile(works);
    try (PlanHouse house = house(time);
        var _ = house.startWorker()) {
      house.plans.resume(stopped);
      house.await(stopped, "execute/complete");
      house.plans.apply(stopped);
      assertThat(house.await(stopped, ClockJumpTest::isDecided).standing().stage())
          .hasToString("apply/applied");
      Plan later = house.use("manual", script("write: {path: c.txt, content: c}"));
      assertThat(house.plans.list(null, 10))
          .extracting(Plan::id)
          .containsExactly(later.id(), stopped);
    }
  }

  private PlanHouse house(TimeSource time) throws Exception {
    return new PlanHouse(
        folder, "jdbc:sqlite:" + folder.resolve("store.db"), CommandBounds.off(folder), time);
  }

  private static boolean isDecided(Plan plan) {
    return EnumSet.of(PlanState.APPLIED, PlanState.CONSTRAINED, PlanState.ERRORED)
        .contains(plan.standing().state());
  }
}
