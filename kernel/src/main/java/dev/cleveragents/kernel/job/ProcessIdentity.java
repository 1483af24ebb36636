package dev.cleveragents.kernel.job;

import java.time.Instant;

/**
 * Which process of which machine a session lives in. A process id alone is not enough: it is used
 * again after its process is gone, so the start time belongs to it.
 *
 * @param host a name that no other machine on the same store has
 * @param pid the process id
 * @param startedAt when the process started, {@link Instant#EPOCH} where the system does not tell
 */
public record ProcessIdentity(String host, long pid, Instant startedAt) {

  /** This process, on a machine of that name. */
  public static ProcessIdentity current(String host) {
    return of(host, ProcessHandle.current());
  }

  /** Whether that process is certainly gone, seen from the machine {@code host}. */
  public boolean isGoneFrom(String host) {
    return this.host.equals(host)
        && ProcessHandle.of(pid)
            .map(process -> !of(host, process).startedAt.equals(startedAt))
            .orElse(true);
  }

  private static ProcessIdentity of(String host, ProcessHandle process) {
    return new ProcessIdentity(
        host, process.pid(), process.info().startInstant().orElse(Instant.EPOCH));
  }
}
