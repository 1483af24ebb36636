/**
 * What an actor may do: guards that are asked before every use of a tool, in the order deny list,
 * allow list, calls per step, and then whether a person has to be asked. Pure functions of a
 * profile and a call; who asks, and what becomes of the plan meanwhile, is the plan's affair.
 */
@NullMarked
package dev.cleveragents.engine.policy;

import org.jspecify.annotations.NullMarked;
