/** The decisions of plans, in a tree. A decision is added and superseded, never changed. */
@NullMarked
package dev.cleveragents.engine.decision;

import org.jspecify.annotations.NullMarked;
