/**
 * What the store needs to know of the machine that it runs on: a name that no other machine has,
 * how long it has been up, and files that only their owner can read.
 *
 * <p>Invariant: nothing here depends on the wall clock or on a database.
 */
@NullMarked
package dev.cleveragents.store.machine;

import org.jspecify.annotations.NullMarked;
