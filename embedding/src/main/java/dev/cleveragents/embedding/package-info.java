/**
 * A small embedding model that runs in this process, for finding text by its meaning. Not part of
 * the usual build: the model and what runs it are many times the size of the rest.
 */
@NullMarked
package dev.cleveragents.embedding;

import org.jspecify.annotations.NullMarked;
