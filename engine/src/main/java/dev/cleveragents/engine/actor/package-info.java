/**
 * Agents: the loop in which a model works on a plan, and the record from which its conversation is
 * derived.
 *
 * <ul>
 *   <li>The record is the truth: {@link dev.cleveragents.engine.actor.Conversation} is computed
 *       from it in every round and kept nowhere else.
 *   <li>Nothing here decides what an actor may do; the session asks the plan's profile.
 * </ul>
 */
@NullMarked
package dev.cleveragents.engine.actor;

import org.jspecify.annotations.NullMarked;
