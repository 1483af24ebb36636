/**
 * What is recorded about a sandbox: its row in the store, and the manifest in its directory.
 *
 * <p>Invariants: the row is in the store before the directory is made. A state moves by one
 * conditional write. Rows of a running plan are written under its lease, and a worker that has lost
 * the lease writes nothing.
 */
@NullMarked
package dev.cleveragents.workspace.sandbox.store;

import org.jspecify.annotations.NullMarked;
