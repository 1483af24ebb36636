package dev.cleveragents.kernel.job;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.memory.InMemoryJobStore;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.HeartbeatReply;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.job.store.SessionEnd;
import dev.cleveragents.kernel.time.TimeSource;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/**
 * Explores the interleavings of small concurrent programs on a store with two jobs that need the
 * same key and two sessions: every answer must be one that the plain {@link ReferenceJobStore}
 * gives in some serial order.
 */
class JobStoreModelCheck {

  private static final Set<String> PURE =
      Stream.of(
              AsyncJob.class,
              JobProtocol.class,
              JobSpec.class,
              JobTimes.class,
              JobId.class,
              Lease.class,
              RetryPolicy.class,
              Ulid.class)
          .map(Class::getName)
          .collect(Collectors.toSet());

  @Test
  void theStoreAnswersAsThePlainOneDoesInSomeSerialOrder() {
    new ModelCheckingOptions()
        .iterations(Boolean.getBoolean("exhaustive") ? 8 : 3)
        .invocationsPerIteration(80)
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(0)
        .actorsAfter(0)
        .addGuarantee(forClasses(JobStoreModelCheck::isPure).allMethods().ignore())
        .sequentialSpecification(Plain.class)
        .check(Ours.class);
  }

  /** Values and functions that share nothing: nothing in them can interleave. */
  private static boolean isPure(String type) {
    return type.startsWith("java.time.")
        || type.startsWith("java.util.stream.")
        || PURE.contains(type);
  }

  /** Everything that moves a job, with answers that can be compared. */
  @Param(name = "two", gen = IntGen.class, conf = "0:1")
  abstract static class Calls {
    private final JobStore store;
    private final List<JobId> jobs;
    private final List<SessionId> sessions;

    Calls(JobStore store) {
      this.store = store;
      this.jobs = List.of(enqueue("a"), enqueue("b"));
      this.sessions = List.of(open(), open());
    }

    private JobId enqueue(String payload) {
      return store.enqueue(JobSpec.of("t").withKeys("k").withPayload(payload)).job().id();
    }

    private SessionId open() {
      return store.openSession(JobStoreFixture.request("w", 1), new JobStoreFixture.Deaf());
    }

    @Operation
    public String enqueueOnce(@Param(name = "two") int key) {
      var enqueued = store.enqueue(JobSpec.of("t").withPayload("c").withIdempotencyKey("" + key));
      return enqueued.created() + " " + enqueued.job().status();
    }

    @Operation
    public String claim(@Param(name = "two") int session) {
      ClaimResult result = store.claim(sessions.get(session), ClaimFilter.ofTypes("t"), 2);
      return switch (result) {
        case ClaimResult.Claimed claimed ->
            claimed.jobs().stream()
                .map(job -> job.spec().payload() + job.lease().number())
                .toList()
                .toString();
        case ClaimResult.SessionOver over -> "over";
      };
    }

    /** Ends the first or second run of a job; what follows it is part of the same move. */
    @Operation
    public String complete(
        @Param(name = "two") int job,
        @Param(name = "two") int session,
        @Param(name = "two") int number) {
      Lease lease = new Lease(jobs.get(job), number + 1, sessions.get(session));
      return answer(store.complete(lease, unit -> unit.enqueue(JobSpec.of("t").withPayload("d"))));
    }

    @Operation
    public String cancel(@Param(name = "two") int job) {
      return answer(store.requestCancel(jobs.get(job), "stop", Effects.none()));
    }

    private static String answer(MoveResult move) {
      return switch (move) {
        case MoveResult.Moved(AsyncJob job) -> job.status() + " " + job.cancelRequested();
        case MoveResult.Refused(MoveResult.Reason reason, AsyncJob job) ->
            reason + " " + (job == null ? "" : job.status());
      };
    }

    @Operation
    public boolean beat(@Param(name = "two") int session) {
      return store.beat(sessions.get(session)) instanceof HeartbeatReply.Alive;
    }

    @Operation
    public String endSession(@Param(name = "two") int session, @Param(name = "two") int seenBeat) {
      SessionEnd end = store.endSession(sessions.get(session), seenBeat);
      return end.ended() + " " + end.recovered().size();
    }

    @Operation
    public String get(@Param(name = "two") int job) {
      return store.get(jobs.get(job)).map(it -> it.status() + "" + it.leases()).orElseThrow();
    }

    @Operation
    public String counts() {
      return new TreeMap<>(store.counts().byStatus()).toString();
    }
  }

  private static final TimeSource STANDING =
      new TimeSource() {
        @Override
        public long nanos() {
          return 0;
        }

        @Override
        public Instant wallTime() {
          return Instant.EPOCH;
        }
      };

  private static UlidGenerator ids() {
    return new UlidGenerator(STANDING, new Random(1));
  }

  /** Public for Lincheck, like the one below. */
  public static class Ours extends Calls {
    public Ours() {
      super(new InMemoryJobStore(JobSettings.DEFAULTS, ids(), STANDING, new Random(1)));
    }
  }

  /** What the same calls do one after the other. */
  public static class Plain extends Calls {
    public Plain() {
      super(new ReferenceJobStore(JobSettings.DEFAULTS, ids(), STANDING, new Random(1)));
    }
  }
}
