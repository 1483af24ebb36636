/**
 * The user's files and the private copies in which work on them is done. This package holds what
 * the packages below it share: ids, names, errors, next actions, fenced writes.
 *
 * <p>Invariants: of a plan it knows the id alone, as the owner of a sandbox, a changeset or an
 * apply: no state, step or actor of it; a next action is a name that the caller turns into a
 * command; it starts no thread.
 */
@NullMarked
package dev.cleveragents.workspace;

import org.jspecify.annotations.NullMarked;
