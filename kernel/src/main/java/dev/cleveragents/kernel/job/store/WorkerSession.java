package dev.cleveragents.kernel.job.store;

import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.job.SessionId;
import java.time.Instant;

/**
 * One session of a worker, as an observer sees it.
 *
 * @param id its id
 * @param worker the worker's name, for people
 * @param capacity how many jobs it may run at once
 * @param process its process
 * @param beat its beat number: an observer that sees it unchanged for too long may end the session
 * @param running how many jobs it runs
 * @param over whether it was closed or found dead and is listed only because jobs of it still have
 *     to be recovered
 * @param openedAt when it was opened
 */
public record WorkerSession(
    SessionId id,
    String worker,
    int capacity,
    ProcessIdentity process,
    long beat,
    int running,
    boolean over,
    Instant openedAt) {}
