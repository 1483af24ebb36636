package dev.cleveragents.kernel.job;

/**
 * How one run of a job ended. What follows from it is decided by {@link JobProtocol#finish}, by
 * this table:
 *
 * <pre>
 *   outcome      no cancel requested                          cancel requested
 *   ─────────    ──────────────────────────────────────────   ────────────────────
 *   Succeeded    SUCCEEDED                                    SUCCEEDED (too late)
 *   Failed       QUEUED after a wait; FAILED if it was last   CANCELLED
 *   Released     QUEUED at once, not counted                  CANCELLED
 *   WorkerDied   QUEUED at once; FAILED if it was last        CANCELLED
 * </pre>
 */
public sealed interface Outcome {

  /** The body returned. */
  record Succeeded() implements Outcome {}

  /** The body threw; {@code message} says what. */
  record Failed(String message) implements Outcome {}

  /** The body was given back unfinished, through no fault of the job: shutdown or interrupt. */
  record Released(String reason) implements Outcome {}

  /** The worker's session was found dead; only the end of a session has this outcome. */
  record WorkerDied() implements Outcome {}
}
