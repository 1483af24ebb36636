/** A model that follows a script, for tests and examples. */
@NullMarked
package dev.cleveragents.models.scripted;

import org.jspecify.annotations.NullMarked;
