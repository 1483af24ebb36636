package dev.cleveragents.store.job.report;

import dev.cleveragents.kernel.job.AsyncJobStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the store keeps of one run of a job.
 *
 * @param lease which claim of the job it was
 * @param worker the name of its worker, if it is still known
 * @param startedAt when it was claimed
 * @param endedAt when it ended, or null while it runs
 * @param outcome the status of the job after it: QUEUED means a retry; null while it runs
 * @param message why it did not succeed
 * @param output what its program printed, if it was kept
 */
public record JobAttempt(
    long lease,
    @Nullable String worker,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable AsyncJobStatus outcome,
    @Nullable String message,
    @Nullable String output) {}
