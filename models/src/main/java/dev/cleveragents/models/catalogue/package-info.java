/** The windows and prices of known models and the preferred ones; the user's own file wins. */
@NullMarked
package dev.cleveragents.models.catalogue;

import org.jspecify.annotations.NullMarked;
