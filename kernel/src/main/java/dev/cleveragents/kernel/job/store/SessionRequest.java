package dev.cleveragents.kernel.job.store;

import dev.cleveragents.kernel.job.ProcessIdentity;

/**
 * A worker's request to open a session.
 *
 * @param worker its name, for people
 * @param capacity the most jobs it will run at once, counted inside every claim
 * @param process its process
 */
public record SessionRequest(String worker, int capacity, ProcessIdentity process) {

  public SessionRequest {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity must be at least 1, is " + capacity);
    }
  }
}
