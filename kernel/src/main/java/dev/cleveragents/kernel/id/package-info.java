/** Identifiers: ULIDs, which sort by the time they were made. */
@NullMarked
package dev.cleveragents.kernel.id;

import org.jspecify.annotations.NullMarked;
