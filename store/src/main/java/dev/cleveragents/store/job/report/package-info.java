/**
 * What users and supervisors ask about jobs: searches, totals, and what is kept of each attempt.
 *
 * <p>Invariant: nothing here moves a job. The output of an attempt is stored as an effect of a
 * move, so that a lease that is over can change nothing.
 */
@NullMarked
package dev.cleveragents.store.job.report;

import org.jspecify.annotations.NullMarked;
