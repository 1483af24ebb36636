/** Implements the model port of module {@code engine}: providers, recordings and scripts. */
@NullMarked
package dev.cleveragents.models;

import org.jspecify.annotations.NullMarked;
