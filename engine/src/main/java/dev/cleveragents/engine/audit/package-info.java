/**
 * The audit log: events in commit order, each bound to the previous one by its hash.
 *
 * <ul>
 *   <li>{@code verify} finds an edit, a gap, a reordering and a truncated end.
 *   <li>Secrets are removed before an event is stored.
 *   <li>A transaction that appends locks the head row until it commits, so that commit order and
 *       position order are the same.
 *   <li>A person who can rewrite the whole database can also compute a new chain. A copy of the
 *       head hash kept elsewhere reveals that.
 * </ul>
 */
@NullMarked
package dev.cleveragents.engine.audit;

import org.jspecify.annotations.NullMarked;
