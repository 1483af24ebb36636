/**
 * The audit log: what happened, in the order in which it was committed, each entry bound to the one
 * before it by its hash, so that an edit, a gap, a reordering or a cut end is found by {@code
 * verify}. Secrets are taken out before anything is stored.
 *
 * <p>Whoever appends keeps the one row of the log's head until its transaction commits: that is
 * what makes commit order and position order the same. Whoever can rewrite the database as a whole
 * can also make a new chain; against that, keep a hash of the head somewhere else.
 */
@NullMarked
package dev.cleveragents.engine.audit;

import org.jspecify.annotations.NullMarked;
