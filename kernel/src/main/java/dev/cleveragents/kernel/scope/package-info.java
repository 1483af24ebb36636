/**
 * Threads. {@link dev.cleveragents.kernel.scope.Scope} starts them, knows them and waits for their
 * end. Invariant: nothing else in the system starts a thread; an ArchUnit test checks it.
 */
@NullMarked
package dev.cleveragents.kernel.scope;

import org.jspecify.annotations.NullMarked;
