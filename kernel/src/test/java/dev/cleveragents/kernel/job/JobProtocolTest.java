package dev.cleveragents.kernel.job;

import static dev.cleveragents.kernel.job.AsyncJobStatus.CANCELLED;
import static dev.cleveragents.kernel.job.AsyncJobStatus.FAILED;
import static dev.cleveragents.kernel.job.AsyncJobStatus.QUEUED;
import static dev.cleveragents.kernel.job.AsyncJobStatus.RUNNING;
import static dev.cleveragents.kernel.job.AsyncJobStatus.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.job.MoveResult.Moved;
import dev.cleveragents.kernel.job.MoveResult.Reason;
import dev.cleveragents.kernel.job.MoveResult.Refused;
import dev.cleveragents.kernel.job.RunOutcome.Failed;
import dev.cleveragents.kernel.job.RunOutcome.Released;
import dev.cleveragents.kernel.job.RunOutcome.Succeeded;
import dev.cleveragents.kernel.job.RunOutcome.WorkerDied;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class JobProtocolTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final JobId ID = new JobId(new Ulid(1, 1));
  private static final SessionId SESSION = new SessionId(new Ulid(2, 1));
  private static final double NO_JITTER = 0;

  @Test
  void theTransitionTableHasTheseMovesAndNoOthers() {
    Map<AsyncJobStatus, Set<AsyncJobStatus>> allowed =
        Map.of(
            QUEUED, EnumSet.of(RUNNING, CANCELLED),
            RUNNING, EnumSet.of(QUEUED, SUCCEEDED, FAILED, CANCELLED),
            SUCCEEDED, EnumSet.noneOf(AsyncJobStatus.class),
            FAILED, EnumSet.noneOf(AsyncJobStatus.class),
            CANCELLED, EnumSet.noneOf(AsyncJobStatus.class));

    for (AsyncJobStatus from : AsyncJobStatus.values()) {
      Set<AsyncJobStatus> next = Objects.requireNonNull(allowed.get(from));
      for (AsyncJobStatus to : AsyncJobStatus.values()) {
        assertThat(from.canBecome(to)).as("%s to %s", from, to).isEqualTo(next.contains(to));
      }
      assertThat(from.isTerminal()).as("%s", from).isEqualTo(next.isEmpty());
    }
  }

  /** Every move from every status, with and without a cancel, with and without attempts left. */
  @Test
  void noMoveLeavesTheTransitionTable() {
    for (AsyncJobStatus from : AsyncJobStatus.values()) {
      for (boolean cancel : List.of(false, true)) {
        for (int attempts : new int[] {0, 2}) {
          AsyncJob job = job(from, cancel).withAttempts(attempts);
          Lease lease = new Lease(ID, job.leases(), SESSION);
          for (RunOutcome outcome : outcomes()) {
            checkInTable(
                job, JobProtocol.finish(job, lease, outcome, NOW, NO_JITTER), from != RUNNING);
          }
          checkInTable(job, JobProtocol.claim(job, SESSION, NOW), from != QUEUED);
          checkInTable(job, JobProtocol.requestCancel(job, "x", NOW), from.isTerminal() || cancel);
        }
      }
    }
  }

  private static void checkInTable(AsyncJob before, MoveResult move, boolean refused) {
    assertThat(move.accepted()).as("%s → %s", before, move).isNotEqualTo(refused);
    switch (move) {
      case Moved(AsyncJob after) -> {
        boolean stays = after.status() == before.status();
        assertThat(stays || before.status().canBecome(after.status()))
            .as("%s → %s", before.status(), after.status())
            .isTrue();
        assertThat(after.times().endedAt() != null).isEqualTo(after.status().isTerminal());
      }
      case Refused(Reason reason, AsyncJob job) ->
          assertThat(job).as("%s", reason).isSameAs(before);
    }
  }

  @Test
  void aNewJobIsQueuedUntouchedAndDueNow() {
    JobSpec spec = JobSpec.of("type").withPayload("p");
    AsyncJob job = JobProtocol.enqueue(ID, spec, NOW);

    assertThat(job)
        .isEqualTo(
            new AsyncJob(
                ID,
                spec,
                NOW.toEpochMilli(),
                QUEUED,
                0,
                0,
                null,
                null,
                null,
                new JobTimes(NOW, NOW, null, null)));
    assertThat(job.type()).isEqualTo("type");
    assertThat(job.cancelRequested()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"0,0", "5,-300000", "-5,300000", "1000,-60000000", "-1000,60000000"})
  void oneStepOfPriorityIsWorthOneMinuteOfWaiting(int priority, long millisFromNow) {
    AsyncJob job = JobProtocol.enqueue(ID, JobSpec.of("t").withPriority(priority), NOW);

    assertThat(job.rank()).isEqualTo(NOW.toEpochMilli() + millisFromNow);
  }

  @Test
  void aJobThatWaitsLongEnoughGoesFirst() {
    AsyncJob urgent = JobProtocol.enqueue(ID, JobSpec.of("t").withPriority(5), NOW);
    AsyncJob waitedFourMinutes = JobProtocol.enqueue(ID, JobSpec.of("t"), NOW.minusSeconds(240));
    AsyncJob waitedSixMinutes = JobProtocol.enqueue(ID, JobSpec.of("t"), NOW.minusSeconds(360));

    assertThat(urgent.rank()).isLessThan(waitedFourMinutes.rank());
    assertThat(waitedSixMinutes.rank()).isLessThan(urgent.rank());
  }

  @Test
  void aDelayMovesDueTimeAndRank() {
    AsyncJob job = JobProtocol.enqueue(ID, JobSpec.of("t").withDelay(Duration.ofHours(1)), NOW);

    assertThat(job.times().enqueuedAt()).isEqualTo(NOW);
    assertThat(job.times().dueAt()).isEqualTo(NOW.plus(Duration.ofHours(1)));
    assertThat(job.rank()).isEqualTo(NOW.plus(Duration.ofHours(1)).toEpochMilli());
  }

  @Test
  void aDelayBeyondAHundredYearsIsCutAndOverflowsNothing() {
    Duration endless = Duration.ofSeconds(Long.MAX_VALUE);
    for (int priority : new int[] {-1000, 0, 1000}) {
      JobSpec spec = JobSpec.of("t").withDelay(endless).withPriority(priority);
      AsyncJob job = JobProtocol.enqueue(ID, spec, NOW);

      assertThat(job.times().dueAt()).isEqualTo(NOW.plus(Duration.ofDays(36_500)));
      assertThat(job.rank()).isEqualTo(job.times().dueAt().toEpochMilli() - priority * 60_000L);
    }
  }

  @Test
  void aClaimStartsTheJobUnderItsNextLease() {
    AsyncJob first = JobProtocol.claim(job(QUEUED, false), SESSION, NOW).orThrow();
    AsyncJob again =
        JobProtocol.finish(first, first.lease(), new Released("later"), NOW, NO_JITTER).orThrow();
    SessionId other = new SessionId(new Ulid(2, 2));
    AsyncJob second = JobProtocol.claim(again, other, NOW.plusSeconds(9)).orThrow();

    assertThat(first.status()).isEqualTo(RUNNING);
    assertThat(first.lease()).isEqualTo(new Lease(ID, 1, SESSION));
    assertThat(first.times().startedAt()).isEqualTo(NOW);
    assertThat(second.lease()).isEqualTo(new Lease(ID, 2, other));
    assertThat(second.times().startedAt()).isEqualTo(NOW.plusSeconds(9));
    assertThat(second.message()).as("what the last attempt said").isEqualTo("later");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "QUEUED")
  void onlyAQueuedJobIsClaimed(AsyncJobStatus status) {
    AsyncJob job = job(status, false);

    assertThat(JobProtocol.claim(job, SESSION, NOW)).isEqualTo(new Refused(Reason.NOT_QUEUED, job));
  }

  /**
   * The table of {@link RunOutcome}: three attempts allowed, so one that has had two is at its
   * last.
   */
  @ParameterizedTest
  @CsvSource({
    // outcome, cancel, had, status, has, wait
    "Succeeded, false, 0, SUCCEEDED, 0,",
    "Succeeded, false, 2, SUCCEEDED, 2,",
    "Succeeded, true,  0, SUCCEEDED, 0,",
    "Succeeded, true,  2, SUCCEEDED, 2,",
    "Failed,    false, 0, QUEUED,    1, PT1S",
    "Failed,    false, 1, QUEUED,    2, PT2S",
    "Failed,    false, 2, FAILED,    3,",
    "Failed,    true,  0, CANCELLED, 1,",
    "Failed,    true,  2, CANCELLED, 3,",
    "Released,  false, 0, QUEUED,    0, PT0S",
    "Released,  false, 2, QUEUED,    2, PT0S",
    "Released,  true,  0, CANCELLED, 0,",
    "Released,  true,  2, CANCELLED, 2,",
    "WorkerDied,false, 0, QUEUED,    1, PT0S",
    "WorkerDied,false, 2, FAILED,    3,",
    "WorkerDied,true,  0, CANCELLED, 1,",
    "WorkerDied,true,  2, CANCELLED, 3,",
  })
  void aRunEndsAsTheTableSays(
      String outcome, boolean cancel, int had, AsyncJobStatus status, int has, String wait) {
    AsyncJob job = job(RUNNING, cancel).withAttempts(had);
    AsyncJob after =
        JobProtocol.finish(job, job.lease(), outcome(outcome), NOW, NO_JITTER).orThrow();

    assertThat(after.status()).isEqualTo(status);
    assertThat(after.attempts()).isEqualTo(has);
    assertThat(after.owner()).isNull();
    assertThat(after.leases()).as("the number never goes back").isEqualTo(job.leases());
    assertThat(after.rank()).as("fixed at enqueue").isEqualTo(job.rank());
    assertThat(after.cancelRequested()).isEqualTo(cancel);
    if (status == QUEUED) {
      assertThat(after.times())
          .isEqualTo(new JobTimes(NOW, NOW.plus(Duration.parse(wait)), NOW, null));
    } else {
      assertThat(after.times()).isEqualTo(new JobTimes(NOW, NOW, NOW, NOW));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Succeeded, false,",
    "Succeeded, true, succeeded before it could be cancelled",
    "Failed, false, it broke",
    "Failed, true, it broke",
    "Released, false, shutdown",
    "WorkerDied, false, its worker died (lease 1)",
  })
  void theMessageSaysWhatTheAttemptSaid(String outcome, boolean cancel, String message) {
    AsyncJob job = job(RUNNING, cancel).withMessage("from the attempt before");

    AsyncJob after =
        JobProtocol.finish(job, job.lease(), outcome(outcome), NOW, NO_JITTER).orThrow();

    assertThat(after.message()).isEqualTo(message);
  }

  @Test
  void aLeaseThatIsNotTheOneTheJobRunsUnderMovesNothing() {
    AsyncJob job = claimedTwice();
    Lease older = new Lease(ID, 1, SESSION);
    Lease newer = new Lease(ID, 3, SESSION);
    Lease ofAnotherJob = new Lease(new JobId(new Ulid(1, 2)), 2, SESSION);
    Lease ofAnotherSession = new Lease(ID, 2, new SessionId(new Ulid(2, 2)));

    for (Lease lease : List.of(older, newer, ofAnotherJob, ofAnotherSession)) {
      assertThat(job.isRunningUnder(lease)).isFalse();
      for (RunOutcome outcome : outcomes()) {
        assertThat(JobProtocol.finish(job, lease, outcome, NOW, NO_JITTER))
            .isEqualTo(new Refused(Reason.LEASE_OVER, job));
      }
    }
    assertThat(job.isRunningUnder(new Lease(ID, 2, SESSION))).isTrue();
  }

  @Test
  void aLeaseIsOverAsSoonAsItsRunHasEnded() {
    AsyncJob running = job(RUNNING, false);
    AsyncJob queued =
        JobProtocol.finish(running, running.lease(), new Released("x"), NOW, NO_JITTER).orThrow();

    assertThat(JobProtocol.finish(queued, running.lease(), new Succeeded(), NOW, NO_JITTER))
        .isEqualTo(new Refused(Reason.LEASE_OVER, queued));
    assertThatThrownBy(queued::lease)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Job " + ID + " is QUEUED: it has no lease");
  }

  @Test
  void cancellingAQueuedJobEndsIt() {
    AsyncJob queued = job(QUEUED, false);
    AsyncJob after = JobProtocol.requestCancel(queued, "not wanted", NOW.plusSeconds(1)).orThrow();

    assertThat(after.status()).isEqualTo(CANCELLED);
    assertThat(after.cancelReason()).isEqualTo("not wanted");
    assertThat(after.message()).isEqualTo("not wanted");
    assertThat(after.times().endedAt()).isEqualTo(NOW.plusSeconds(1));
    assertThat(after.times().startedAt()).isNull();
  }

  @Test
  void cancellingARunningJobKeepsItRunningWithTheFirstReason() {
    AsyncJob running = job(RUNNING, false);
    AsyncJob asked = JobProtocol.requestCancel(running, "first", NOW).orThrow();

    assertThat(asked).isEqualTo(running.withCancelReason("first"));
    assertThat(JobProtocol.requestCancel(asked, "second", NOW))
        .isEqualTo(new Refused(Reason.ALREADY_REQUESTED, asked));
  }

  @ParameterizedTest
  @EnumSource(names = {"SUCCEEDED", "FAILED", "CANCELLED"})
  void anEndedJobCannotBeCancelled(AsyncJobStatus status) {
    AsyncJob job = job(status, false);

    assertThat(JobProtocol.requestCancel(job, "x", NOW))
        .isEqualTo(new Refused(Reason.ALREADY_ENDED, job));
  }

  @Test
  void aPostponedJobKeepsItsAttemptsAndWaitsAsLongAsItEverWould() {
    AsyncJob job = job(QUEUED, false).withAttempts(1);
    AsyncJob later = JobProtocol.postpone(job, "no room", NOW);

    assertThat(later.status()).isEqualTo(QUEUED);
    assertThat(later.attempts()).isEqualTo(1);
    assertThat(later.leases()).isEqualTo(job.leases());
    assertThat(later.message()).isEqualTo("no room");
    assertThat(later.times().dueAt()).isEqualTo(NOW.plus(Duration.ofMinutes(5)));
  }

  @Test
  void aPostponedJobIsNotDueAgainAtOnceThoughItsRetriesAre() {
    RetryPolicy atOnce = new RetryPolicy(3, Duration.ZERO, Duration.ZERO);
    AsyncJob job = JobProtocol.enqueue(ID, JobSpec.of("t").withRetry(atOnce), NOW);

    assertThat(JobProtocol.postpone(job, "no room", NOW).times().dueAt())
        .isEqualTo(NOW.plusSeconds(1));
  }

  @Test
  void aMoveThatWasRefusedHasNoJobToGoOnWith() {
    assertThatThrownBy(() -> new Refused(Reason.NOT_FOUND, null).orThrow())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("NOT_FOUND");
  }

  private static List<RunOutcome> outcomes() {
    return List.of(
        new Succeeded(), new Failed("it broke"), new Released("shutdown"), new WorkerDied());
  }

  private static RunOutcome outcome(String name) {
    return outcomes().stream()
        .filter(outcome -> outcome.getClass().getSimpleName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static AsyncJob claimedTwice() {
    AsyncJob once = job(RUNNING, false);
    AsyncJob back =
        JobProtocol.finish(once, once.lease(), new Released("x"), NOW, NO_JITTER).orThrow();
    return JobProtocol.claim(back, SESSION, NOW).orThrow();
  }

  private static AsyncJob job(AsyncJobStatus status, boolean cancel) {
    AsyncJob queued = JobProtocol.enqueue(ID, JobSpec.of("t"), NOW);
    AsyncJob job =
        switch (status) {
          case QUEUED -> queued;
          case RUNNING -> JobProtocol.claim(queued, SESSION, NOW).orThrow();
          case SUCCEEDED, FAILED, CANCELLED ->
              queued.stopped(status).withTimes(queued.times().ended(NOW));
        };
    return cancel ? job.withCancelReason("stop") : job;
  }
}
