/**
 * What people define in YAML: actions, actors, validations and automation profiles. Definitions are
 * values that were checked whole when they were stored; {@link
 * dev.cleveragents.engine.definition.Definitions} keeps them as the text they were given in.
 * Nothing here runs anything.
 */
@NullMarked
package dev.cleveragents.engine.definition;

import org.jspecify.annotations.NullMarked;
