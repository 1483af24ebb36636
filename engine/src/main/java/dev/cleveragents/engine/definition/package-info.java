/**
 * The definitions that users write in YAML: actions, actors, validations and automation profiles.
 * {@link dev.cleveragents.engine.definition.Definitions} stores their text; only a definition
 * without problems is stored. Nothing here runs a command.
 */
@NullMarked
package dev.cleveragents.engine.definition;

import org.jspecify.annotations.NullMarked;
