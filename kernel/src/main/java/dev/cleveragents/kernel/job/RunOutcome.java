package dev.cleveragents.kernel.job;

/**
 * How one run of a job ended. {@link JobProtocol#finish} decides the next status by this table:
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
public sealed interface RunOutcome {

  /** The body returned. */
  record Succeeded() implements RunOutcome {}

  /** The body threw; {@code message} says what. */
  record Failed(String message) implements RunOutcome {}

  /** The body was given back unfinished, through no fault of the job: shutdown or interrupt. */
  record Released(String reason) implements RunOutcome {}

  /** The worker's session was found dead; only the end of a session has this outcome. */
  record WorkerDied() implements RunOutcome {}
}
