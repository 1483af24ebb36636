/**
 * What was left behind, by a crash or on purpose: the copies that plans worked in, and everything
 * else of ours that lies around. {@link dev.cleveragents.engine.stray.Copies} shows, exports and
 * removes copies; {@link dev.cleveragents.engine.stray.Strays} finds and clears what nobody needs.
 *
 * <p>Invariants: nothing of a living owner is touched, where a lease counts as alive until the
 * store says otherwise or its process is certainly gone; a copy goes only if all that it holds is
 * also elsewhere, or a person says so; looking writes nothing; clearing may be repeated and may run
 * beside anything.
 */
@NullMarked
package dev.cleveragents.engine.stray;

import org.jspecify.annotations.NullMarked;
