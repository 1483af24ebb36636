package dev.cleveragents.store.job;

import dev.cleveragents.kernel.HeardLog;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.ClaimFilter;
import dev.cleveragents.kernel.job.ClaimResult;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.job.Seat;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.SessionListener;
import dev.cleveragents.kernel.job.SessionRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A session that lends a seat to every job while it should, and keeps what it is told. */
public final class Lender implements SessionListener {

  private final ClaimFilter filter;
  private final SessionId session;
  private final List<ClaimResult> claimed = new CopyOnWriteArrayList<>();
  private final AtomicInteger lent = new AtomicInteger();
  private final AtomicInteger left = new AtomicInteger();
  private final AtomicInteger hints = new AtomicInteger();
  private volatile boolean lending;
  private volatile Function<AsyncJob, Effects> started = _ -> Effects.none();
  private volatile Runnable ending = () -> {};

  /** Opens a session of its own. */
  public Lender(DatabaseJobStore store, ClaimFilter filter) {
    this.filter = filter;
    this.session =
        store.openSession(new SessionRequest("w", 9, ProcessIdentity.current("here")), this);
  }

  /** Whether it lends seats from now on. */
  public Lender lending(boolean on) {
    lending = on;
    return this;
  }

  /** What is stored with a start from now on. */
  public void starting(Function<AsyncJob, Effects> effects) {
    started = effects;
  }

  /** What is done first when a seat ends, from now on. */
  public void ending(Runnable first) {
    ending = first;
  }

  /** What is said of seats that end badly. */
  public static HeardLog log() {
    return new HeardLog(Lent.class);
  }

  public SessionId session() {
    return session;
  }

  /** How many seats were asked for. */
  public int lent() {
    return lent.get();
  }

  /** How many seats were ended without an answer. */
  public int left() {
    return left.get();
  }

  /** How often it was told that there is work. */
  public int hints() {
    return hints.get();
  }

  /** The answers to claims for its seats. */
  public List<ClaimResult> answers() {
    return claimed;
  }

  /** What was claimed for its seats. */
  public List<AsyncJob> jobs() {
    return claimed.stream()
        .filter(ClaimResult.Claimed.class::isInstance)
        .flatMap(it -> ((ClaimResult.Claimed) it).jobs().stream())
        .toList();
  }

  @Override
  public void workAvailable() {
    hints.incrementAndGet();
  }

  @Override
  public void cancelRequested(Lease lease, String reason) {}

  @Override
  public Optional<Seat> seatFor(JobSpec spec) {
    if (!lending) {
      return Optional.empty();
    }
    lent.incrementAndGet();
    return Optional.of(new LentSeat());
  }

  private final class LentSeat implements Seat {
    @Override
    public SessionId session() {
      return session;
    }

    @Override
    public ClaimFilter filter() {
      return filter;
    }

    @Override
    public Effects started(AsyncJob job) {
      return started.apply(job);
    }

    @Override
    public void claimed(ClaimResult result) {
      ending.run();
      claimed.add(result);
    }

    @Override
    public void left() {
      ending.run();
      left.incrementAndGet();
    }
  }
}
