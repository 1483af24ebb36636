package dev.cleveragents.kernel.worker;

import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.scope.Threads;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.kernel.time.Timer;

/**
 * What a worker needs from outside. Whoever made the timer closes it, after the worker.
 *
 * @param threads where its threads come from
 * @param time its clock
 * @param timer rings when it must fence itself
 * @param process where it lives, so that others on the same machine notice when it is gone
 */
public record WorkerEnvironment(
    Threads threads, TimeSource time, Timer timer, ProcessIdentity process) {}
