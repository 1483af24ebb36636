package dev.cleveragents.kernel.worker;

import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.kernel.time.Timer;

/**
 * Threads, clock and identity of a worker. The caller that made the timer closes it, after the
 * worker.
 *
 * @param threads where its threads come from
 * @param time its clock
 * @param timer rings when it must fence itself
 * @param process its process, so that others on the same machine notice when it is gone
 */
public record WorkerEnvironment(
    ThreadFactories threads, TimeSource time, Timer timer, ProcessIdentity process) {}
