/**
 * The domain: plans that turn a goal into an applied, audited change. Each sub-package states its
 * own invariants. The engine knows no command line and no server, and starts no thread.
 */
@NullMarked
package dev.cleveragents.engine;

import org.jspecify.annotations.NullMarked;
