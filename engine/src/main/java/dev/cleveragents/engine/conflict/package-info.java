/**
 * Conflicts between the results of subplans, as stored objects.
 *
 * <p>Invariants: a conflict stays on record with all its sides until its plan is planned again; a
 * resolution belongs to exactly the versions that it was given for, by their fingerprint.
 */
@NullMarked
package dev.cleveragents.engine.conflict;

import org.jspecify.annotations.NullMarked;
