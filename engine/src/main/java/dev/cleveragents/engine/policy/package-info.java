/**
 * Guards that judge every tool call: deny list, allow list, calls per step, and then whether a
 * person must approve. They are pure functions of a profile and a call; the plan asks the person.
 */
@NullMarked
package dev.cleveragents.engine.policy;

import org.jspecify.annotations.NullMarked;
