/**
 * The two databases: how a connection is opened and used, what SQLite and PostgreSQL do
 * differently, and what their errors mean.
 *
 * <p>Invariants: only the package {@code store} uses it, apart from {@link
 * dev.cleveragents.store.connection.StoreException}; a connection belongs to one thread; every
 * difference between the databases is a method of {@code Dialect}.
 */
@NullMarked
package dev.cleveragents.store.connection;

import org.jspecify.annotations.NullMarked;
