/** Counts tokens as the model will, or says that it can only estimate. */
@NullMarked
package dev.cleveragents.context.token;

import org.jspecify.annotations.NullMarked;
