/** Operations that meet in the middle of a transaction, and connections that fail there. */
@NullMarked
package dev.cleveragents.store.race;

import org.jspecify.annotations.NullMarked;
