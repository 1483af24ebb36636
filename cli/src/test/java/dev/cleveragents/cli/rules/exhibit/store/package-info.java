/** A package that has the mark. */
@NullMarked
package dev.cleveragents.cli.rules.exhibit.store;

import org.jspecify.annotations.NullMarked;
