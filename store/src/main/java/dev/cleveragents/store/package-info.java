/**
 * A database behind one class: {@link dev.cleveragents.store.Database} is SQLite or PostgreSQL.
 * What differs between the two is in {@code store.connection}.
 *
 * <p>Invariants: a connection belongs to one platform thread; every write goes through a {@link
 * dev.cleveragents.store.GroupCommitWriter}, which commits many units of work at once and answers a
 * caller only after the commit; a reader never writes and never migrates.
 */
@NullMarked
package dev.cleveragents.store;

import org.jspecify.annotations.NullMarked;
