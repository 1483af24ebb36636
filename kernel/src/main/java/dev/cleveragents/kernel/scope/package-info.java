/**
 * Where threads begin. {@link dev.cleveragents.kernel.scope.Scope} starts them, knows them and sees
 * them end; nothing else in the system may start one, and an ArchUnit test holds that.
 */
@NullMarked
package dev.cleveragents.kernel.scope;

import org.jspecify.annotations.NullMarked;
