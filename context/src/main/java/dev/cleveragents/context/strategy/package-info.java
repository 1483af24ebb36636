/** The ways to look at a project, one class each. None knows of the others. */
@NullMarked
package dev.cleveragents.context.strategy;

import org.jspecify.annotations.NullMarked;
