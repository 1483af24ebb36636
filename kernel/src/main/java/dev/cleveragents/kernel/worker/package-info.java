/**
 * The worker that claims jobs and runs their bodies.
 *
 * <p>{@link dev.cleveragents.kernel.worker.AsyncWorker} is the entry point. Inside, one class per
 * concern: {@code Dispatcher} claims and starts, {@code WorkerSlots} bounds how many bodies run,
 * {@code ActiveRuns} knows them, {@code JobRunner} runs one and reports how it ended, {@code
 * Heartbeat} keeps the session alive and fences the worker when it cannot, {@code SessionObserver}
 * finds dead sessions of others. Only the store decides who owns a job.
 */
@NullMarked
package dev.cleveragents.kernel.worker;

import org.jspecify.annotations.NullMarked;
