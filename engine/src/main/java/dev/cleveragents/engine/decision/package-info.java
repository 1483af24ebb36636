/** The stored choices of plans, in a tree; they are added and superseded, never changed. */
@NullMarked
package dev.cleveragents.engine.decision;

import org.jspecify.annotations.NullMarked;
