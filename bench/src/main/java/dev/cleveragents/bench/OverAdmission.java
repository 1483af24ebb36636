package dev.cleveragents.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Counts the calls that circuit breakers let through when they should not, under the same
 * schedules. Every schedule trips a breaker, waits until the one trial call is due, and then counts
 * how many of 8 further callers get through.
 */
final class OverAdmission {

  private static final int CALLERS = 8;
  private static final int ROUNDS = 200;

  private static final List<Supplier<BreakerContender>> CONTENDERS =
      List.of(BreakerContender::ours, BreakerContender::resilience4j, BreakerContender::failsafe);

  /** What happens, and how many of the further callers may call. */
  private record Schedule(String what, int rightly, Run run) {}

  /** One run of a schedule on a fresh breaker; returns how many further callers got through. */
  private interface Run {
    int on(BreakerContender breaker) throws Exception;
  }

  private static final List<Schedule> SCHEDULES =
      List.of(
          new Schedule("a trial is under way", 0, OverAdmission::trialUnderWay),
          new Schedule(
              "a call from before the trip succeeds during the trial",
              0,
              OverAdmission::lateSuccess),
          new Schedule(
              "a call from before the trip is given back during the trial",
              0,
              OverAdmission::lateRelease),
          new Schedule(
              "a call from before the trip fails, then the trial succeeds",
              CALLERS,
              OverAdmission::lateFailure),
          new Schedule("the caller of the trial is gone for good", 1, OverAdmission::lostTrial));

  private OverAdmission() {}

  /** Prints the table. */
  static void print() throws Exception {
    System.out.printf(
        "| let through, of %d further callers, when … | right | ours | resilience4j | Failsafe |%n",
        CALLERS);
    System.out.println("| --- | --: | --: | --: | --: |");
    for (Schedule schedule : SCHEDULES) {
      System.out.printf("| %s | %d |", schedule.what(), schedule.rightly());
      for (Supplier<BreakerContender> contender : CONTENDERS) {
        System.out.printf(" %d |", schedule.run().on(contender.get()));
      }
      System.out.println();
    }
    System.out.printf(
        "| all ask at once when the trial falls due, half of them after a call from before the trip"
            + " succeeded; %d rounds | %d |",
        ROUNDS, ROUNDS);
    for (Supplier<BreakerContender> contender : CONTENDERS) {
      System.out.printf(" %d |", together(contender));
    }
    System.out.println();
  }

  private static int trialUnderWay(BreakerContender breaker) {
    trial(breaker);
    return further(breaker);
  }

  private static int lateSuccess(BreakerContender breaker) {
    BreakerContender.Call early = breaker.ask().orElseThrow();
    trial(breaker);
    early.succeed();
    return further(breaker);
  }

  private static int lateRelease(BreakerContender breaker) {
    BreakerContender.Call early = breaker.ask().orElseThrow();
    trial(breaker);
    early.giveBack();
    return further(breaker);
  }

  private static int lateFailure(BreakerContender breaker) {
    BreakerContender.Call early = breaker.ask().orElseThrow();
    BreakerContender.Call trial = trial(breaker);
    early.fail();
    trial.succeed();
    return further(breaker);
  }

  private static int lostTrial(BreakerContender breaker) {
    trial(breaker);
    pause(BreakerContender.TRIAL_DEADLINE.plus(BreakerContender.OPEN_FOR.multipliedBy(10)));
    return further(breaker);
  }

  /** Overlap is forced: all threads meet at a barrier before they act. */
  private static int together(Supplier<BreakerContender> contender) throws Exception {
    AtomicInteger admitted = new AtomicInteger();
    for (int round = 0; round < ROUNDS; round++) {
      BreakerContender breaker = contender.get();
      List<BreakerContender.Call> early = new ArrayList<>();
      for (int i = 0; i < CALLERS / 2; i++) {
        early.add(breaker.ask().orElseThrow());
      }
      trip(breaker);
      CyclicBarrier barrier = new CyclicBarrier(CALLERS);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        int caller = i;
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      meet(barrier);
                      if (caller < early.size()) {
                        early.get(caller).succeed();
                      }
                      if (breaker.ask().isPresent()) {
                        admitted.incrementAndGet();
                      }
                    }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    return admitted.get();
  }

  /** Trips the breaker and begins the trial. */
  private static BreakerContender.Call trial(BreakerContender breaker) {
    trip(breaker);
    return breaker.ask().orElseThrow();
  }

  /** Three failures, and the wait is over. */
  private static void trip(BreakerContender breaker) {
    for (int i = 0; i < 3; i++) {
      breaker.ask().orElseThrow().fail();
    }
    pause(BreakerContender.OPEN_FOR.multipliedBy(2));
  }

  private static int further(BreakerContender breaker) {
    int admitted = 0;
    for (int i = 0; i < CALLERS; i++) {
      if (breaker.ask().isPresent()) {
        admitted++;
      }
    }
    return admitted;
  }

  private static void pause(Duration duration) {
    long end = System.nanoTime() + duration.toNanos();
    while (System.nanoTime() - end < 0) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException("not all callers came", e);
    }
  }
}
