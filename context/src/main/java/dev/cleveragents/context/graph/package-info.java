/**
 * Follows names through a project: who defines what, who uses it, what a file imports, what is
 * inside of what, and which tests belong to it. A view over an index snapshot that stores nothing.
 */
@NullMarked
package dev.cleveragents.context.graph;

import org.jspecify.annotations.NullMarked;
