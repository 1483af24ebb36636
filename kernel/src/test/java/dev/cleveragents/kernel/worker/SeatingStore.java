package dev.cleveragents.kernel.worker;

import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.JobStore;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.Seat;
import dev.cleveragents.kernel.job.SessionListener;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A store whose sessions hear of no work, and where a test can ask them for a seat. */
final class SeatingStore {

  private final JobStore store;
  private final AtomicInteger beats = new AtomicInteger();
  private final AtomicInteger claims = new AtomicInteger();
  private volatile @Nullable SessionListener latest;

  SeatingStore(JobStore store) {
    this.store = store;
  }

  JobStore asStore() {
    return (JobStore)
        Proxy.newProxyInstance(
            JobStore.class.getClassLoader(),
            new Class<?>[] {JobStore.class},
            (proxy, method, arguments) -> {
              switch (method.getName()) {
                case "openSession" -> arguments[1] = quiet((SessionListener) arguments[1]);
                case "beat" -> beats.incrementAndGet();
                case "claim" -> claims.incrementAndGet();
                default -> {}
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private SessionListener quiet(SessionListener listener) {
    latest = listener;
    return new SessionListener() {
      @Override
      public void workAvailable() {}

      @Override
      public void cancelRequested(Lease lease, String reason) {
        listener.cancelRequested(lease, reason);
      }
    };
  }

  /** What the session that was opened last says. */
  Optional<Seat> seatFor(JobSpec spec) {
    SessionListener asked = latest;
    return asked == null ? Optional.empty() : asked.seatFor(spec);
  }

  int beats() {
    return beats.get();
  }

  int claims() {
    return claims.get();
  }
}
