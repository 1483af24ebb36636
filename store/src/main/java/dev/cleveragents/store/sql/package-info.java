/**
 * Statements and rows as values: queries, inserts of many rows, lists of ids, and mappers from a
 * row to a record.
 *
 * <p>Invariant: nothing here runs a statement or holds a connection; {@link
 * dev.cleveragents.store.Transaction} does.
 */
@NullMarked
package dev.cleveragents.store.sql;

import org.jspecify.annotations.NullMarked;
