/**
 * Checkpoints of plans and the rollback to one of them.
 *
 * <p>Invariants: a checkpoint is one point over all resources of a plan and holds no files, which
 * are rebuilt from the base and the recorded steps; a rollback is one transaction, of all resources
 * or none; what was recorded is never deleted.
 */
@NullMarked
package dev.cleveragents.engine.plan.checkpoint;

import org.jspecify.annotations.NullMarked;
