/**
 * Keys: who holds them, which jobs wait for them, and how keys are written in the database.
 *
 * <p>Invariant: keys are read and changed only under their lock ({@link
 * dev.cleveragents.store.job.key.KeyQueue#lock}), so that no more running jobs hold a key than its
 * limit allows.
 */
@NullMarked
package dev.cleveragents.store.job.key;

import org.jspecify.annotations.NullMarked;
