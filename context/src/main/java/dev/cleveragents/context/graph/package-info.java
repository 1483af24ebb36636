/**
 * Follows names through a project: definitions and uses, the imports of a file, members, and tests.
 * A view over an index snapshot that stores nothing.
 */
@NullMarked
package dev.cleveragents.context.graph;

import org.jspecify.annotations.NullMarked;
