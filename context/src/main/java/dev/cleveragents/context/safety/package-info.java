/**
 * What of a project may be seen, and how much of it: {@link
 * dev.cleveragents.context.safety.PathScope} for paths, {@link
 * dev.cleveragents.context.safety.Secrets} for the text.
 */
@NullMarked
package dev.cleveragents.context.safety;

import org.jspecify.annotations.NullMarked;
