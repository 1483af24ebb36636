/**
 * What an apply is asked for and what it answers: the request, its targets, the outcome and the
 * refusals.
 *
 * <p>Invariant: only values. Nothing here reads or writes a file, a row or a repository.
 */
@NullMarked
package dev.cleveragents.workspace.apply.request;

import org.jspecify.annotations.NullMarked;
