/**
 * The domain: plans that turn a goal into an applied, audited change. This package holds the words
 * that all rooms of the engine share; what each room keeps stands in its own {@code package-info}.
 * Nothing here knows a command line or a server, and nothing here starts a thread.
 */
@NullMarked
package dev.cleveragents.engine;

import org.jspecify.annotations.NullMarked;
