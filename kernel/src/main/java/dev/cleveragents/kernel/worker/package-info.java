/**
 * The worker that claims jobs and runs their bodies.
 *
 * <p>{@link dev.cleveragents.kernel.worker.AsyncWorker} is the door. Inside, one class per concern:
 * {@code Dispatcher} claims and starts, {@code Slots} bounds how many bodies run, {@code Runs}
 * knows them, {@code JobRunner} runs one and reports how it ended, {@code Heart} keeps the session
 * alive and fences the worker when it cannot, {@code SessionObserver} finds dead sessions of
 * others. The store decides who owns a job; nothing here does.
 */
@NullMarked
package dev.cleveragents.kernel.worker;

import org.jspecify.annotations.NullMarked;
