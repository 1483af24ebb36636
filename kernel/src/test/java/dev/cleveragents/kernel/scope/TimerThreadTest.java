package dev.cleveragents.kernel.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.kernel.CapturedLog;
import dev.cleveragents.kernel.Race;
import dev.cleveragents.kernel.UnprintableError;
import dev.cleveragents.kernel.time.Timer.Alarm;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class TimerThreadTest {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration SOON = Duration.ofMillis(1);
  private static final Duration LONG = Duration.ofMinutes(1);

  private final WatchedThreads watched = new WatchedThreads();
  private final TimerThread timer = new TimerThread(watched.threads());
  private final LinkedBlockingQueue<String> rung = new LinkedBlockingQueue<>();

  @AfterEach
  void noThreadIsLeft() {
    timer.close();
    watched.awaitNoneAlive();
  }

  @Test
  void anAlarmRingsOnTheTimersOwnDaemonThreadNotBeforeItsTime() throws Exception {
    long started = System.nanoTime();
    AtomicReference<Thread> on = new AtomicReference<>();
    AtomicReference<Long> at = new AtomicReference<>();
    timer.schedule(
        Duration.ofMillis(30),
        () -> {
          on.set(Thread.currentThread());
          at.set(System.nanoTime());
          rung.add("rung");
        });

    assertThat(next()).isEqualTo("rung");
    assertThat(at.get() - started).isGreaterThanOrEqualTo(Duration.ofMillis(30).toNanos());
    assertThat(on.get().getName()).isEqualTo("timer");
    assertThat(on.get().isDaemon()).isTrue();
    assertThat(on.get().isVirtual()).isFalse();
  }

  @Test
  void alarmsRingInTheOrderOfTheirTimesOnOneThread() throws Exception {
    CountDownLatch allSet = new CountDownLatch(1);
    timer.schedule(Duration.ZERO, () -> awaitLatch(allSet));
    long started = System.nanoTime();
    List<Alarm> alarms = setLastFirst();
    // Set more slowly than they lie apart, their times would be in another order.
    while (System.nanoTime() - started >= Duration.ofMillis(10).toNanos()) {
      alarms.forEach(Alarm::cancel);
      started = System.nanoTime();
      alarms = setLastFirst();
    }
    allSet.countDown();

    assertThat(List.of(next(), next(), next())).containsExactly("first", "second", "third");
  }

  private List<Alarm> setLastFirst() {
    return List.of(
        timer.schedule(Duration.ofMillis(30), () -> rung.add("third")),
        timer.schedule(Duration.ofMillis(10), () -> rung.add("second")),
        timer.schedule(Duration.ofSeconds(-1), () -> rung.add("first")));
  }

  @Test
  void noThreadIsStartedBeforeTheFirstAlarm() {
    assertThat(timerThreads()).isZero();
    timer.schedule(HOUR, () -> {});
    assertThat(timerThreads()).isEqualTo(1);
  }

  @Test
  void anAlarmTooFarAwayForNanosecondsIsOnlyVeryLate() {
    Alarm alarm = timer.schedule(Duration.ofSeconds(Long.MAX_VALUE), () -> {});

    assertThat(timer.pendingAlarms()).isEqualTo(1);
    assertThat(alarm.cancel()).isTrue();
  }

  @Test
  void anActionThatThrowsAnythingStopsNoOtherAndIsLogged() throws Exception {
    try (CapturedLog log = new CapturedLog(TimerThread.class)) {
      for (Throwable thrown :
          List.of(
              new IllegalStateException("on purpose"),
              new OutOfMemoryError("on purpose"),
              new StackOverflowError())) {
        timer.schedule(Duration.ZERO, () -> sneak(thrown));
        timer.schedule(Duration.ZERO, () -> rung.add("after " + thrown.getClass().getSimpleName()));
      }

      assertThat(List.of(next(), next(), next()))
          .containsExactly(
              "after IllegalStateException", "after OutOfMemoryError", "after StackOverflowError");
      assertThat(log.messages())
          .hasSize(3)
          .allMatch(
              message ->
                  message.startsWith("A timer's action threw; other alarms are not affected."));
    }
    assertThat(timerThreads()).isEqualTo(1);
  }

  @Test
  void anActionThatThrowsWhatCannotBePrintedStopsNoOtherAndIsLogged() throws Exception {
    try (CapturedLog log = new CapturedLog(TimerThread.class)) {
      timer.schedule(Duration.ZERO, () -> sneak(new UnprintableError()));
      timer.schedule(Duration.ZERO, () -> rung.add("after it"));

      assertThat(next()).isEqualTo("after it");
      assertThat(log.messages())
          .singleElement()
          .asString()
          .startsWith("A timer's action threw")
          .contains("UnprintableError");
    }
    assertThat(timerThreads()).isEqualTo(1);
  }

  @Test
  void aCancelledAlarmNeverRingsAndLeavesNoReference() {
    Object[] held = {new Object()};
    WeakReference<Object> reference = new WeakReference<>(held[0]);
    Alarm alarm = timer.schedule(HOUR, adding(held[0]));

    assertThat(alarm.cancel()).isTrue();

    assertThat(timer.pendingAlarms()).isZero();
    assertThat(alarm.cancel()).as("nothing is left to take back").isFalse();
    held[0] = rung;
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              System.gc();
              return reference.get() == null;
            });
    alarm.close();
  }

  @Test
  void cancellingIsTooLateOnceTheActionRunsAndNeverWaits() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Alarm alarm =
        timer.schedule(
            Duration.ZERO,
            () -> {
              running.countDown();
              awaitLatch(release);
              rung.add("ran");
            });
    assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();

    assertThat(alarm.cancel()).as("while it runs").isFalse();
    release.countDown();
    assertThat(next()).isEqualTo("ran");
    assertThat(alarm.cancel()).as("after it ran").isFalse();
  }

  @Test
  void anAlarmThatMeetsItsCancelEitherRingsOrIsTakenBack() throws Exception {
    AtomicInteger ran = new AtomicInteger();
    AtomicInteger takenBack = new AtomicInteger();
    int rounds = 3_000;
    Race.rounds(
        rounds,
        () -> {
          Alarm alarm = timer.schedule(Duration.ofNanos(20_000), ran::incrementAndGet);
          return new Race.Round(
              () -> {},
              () -> {
                if (alarm.cancel()) {
                  takenBack.incrementAndGet();
                }
              });
        });

    // The last one may be on its way still.
    await().atMost(LONG).until(() -> ran.get() + takenBack.get() >= rounds);
    timer.close();
    assertThat(ran.get() + takenBack.get()).isEqualTo(rounds);
  }

  @Test
  @Tag("long")
  void aMillionAlarmsSetAndCancelledLeaveNothing() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 100; round++) {
      List<Alarm> alarms = new ArrayList<>();
      for (int i = 0; i < 10_000; i++) {
        alarms.add(timer.schedule(HOUR.plusNanos(random.nextInt(1_000_000)), () -> {}));
      }
      java.util.Collections.shuffle(alarms, random);
      alarms.forEach(Alarm::cancel);
    }

    assertThat(timer.pendingAlarms()).as("seed %d", seed).isZero();
  }

  @Test
  void aClosedTimerRefusesAlarmsAndDropsThoseNotRung() {
    Alarm never = timer.schedule(HOUR, () -> rung.add("never"));

    timer.close();
    timer.close();

    assertThatThrownBy(() -> timer.schedule(SOON, () -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
    assertThat(timer.pendingAlarms()).isZero();
    assertThat(never.cancel()).isTrue();
    assertThat(rung).isEmpty();
  }

  @Test
  void aTimerThatNeverRangIsClosedWithoutAThread() {
    timer.close();

    assertThat(timerThreads()).isZero();
    assertThatThrownBy(() -> timer.schedule(SOON, () -> {}))
        .isInstanceOf(IllegalStateException.class);
    assertThat(timerThreads()).isZero();
  }

  @Test
  void anActionMayCloseItsTimer() throws Exception {
    try (CapturedLog log = new CapturedLog(TimerThread.class)) {
      timer.schedule(
          Duration.ZERO,
          () -> {
            timer.close();
            rung.add(Thread.currentThread().isInterrupted() ? "closed" : "not closed");
          });

      assertThat(next()).isEqualTo("closed");
      assertThat(log.messages()).as("it does not wait for itself").isEmpty();
    }
  }

  @Test
  void anActionThatHeedsNothingDoesNotKeepTheTimerFromClosing() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    timer.schedule(
        Duration.ZERO,
        () -> {
          running.countDown();
          awaitLatch(release);
        });
    assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();

    try (CapturedLog log = new CapturedLog(TimerThread.class)) {
      timer.close();

      assertThat(log.messages()).containsExactly("The timer was closed while an action still runs");
    }
    release.countDown();
  }

  @Test
  void closingWaitsForAnActionThatEndsWhenItIsInterrupted() throws Exception {
    TimerThread patient = new TimerThread(watched.threads(), LONG);
    CountDownLatch running = new CountDownLatch(1);
    patient.schedule(
        Duration.ZERO,
        () -> {
          running.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            rung.add("ended");
          }
        });
    assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();

    try (CapturedLog log = new CapturedLog(TimerThread.class)) {
      patient.close();

      assertThat(log.messages()).isEmpty();
    }
    assertThat(rung).containsExactly("ended");
  }

  @Test
  void anInterruptedCloserStaysInterruptedAndDoesNotWait() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    timer.schedule(
        Duration.ZERO,
        () -> {
          running.countDown();
          awaitLatch(release);
        });
    assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
    Thread.currentThread().interrupt();

    timer.close();

    assertThat(Thread.interrupted()).isTrue();
    release.countDown();
  }

  @Test
  void aThreadThatCannotStartIsReportedAndTheAlarmIsNotKept() {
    OutOfMemoryError error = new OutOfMemoryError("unable to create native thread");
    ThreadFactory failing =
        body -> {
          throw error;
        };
    TimerThread poor = new TimerThread(new ThreadFactories(failing, failing));

    assertThatThrownBy(() -> poor.schedule(SOON, () -> rung.add("never"))).isSameAs(error);

    assertThat(poor.pendingAlarms()).isZero();
    poor.close();
  }

  private long timerThreads() {
    return watched.alive();
  }

  private String next() throws InterruptedException {
    String what = rung.poll(30, TimeUnit.SECONDS);
    return what == null ? "nothing rang" : what;
  }

  private Runnable adding(Object captured) {
    return () -> rung.add(captured.toString());
  }

  private static void awaitLatch(CountDownLatch latch) {
    while (true) {
      try {
        assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        return;
      } catch (InterruptedException e) {
        // On purpose: this action heeds nothing.
      }
    }
  }

  @SuppressWarnings("unchecked") // The usual trick to throw anything unannounced.
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
