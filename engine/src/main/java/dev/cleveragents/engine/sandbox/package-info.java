/**
 * The isolated copies in which plans work. {@link dev.cleveragents.engine.sandbox.SandboxManager}
 * makes, finds and removes them; a {@link dev.cleveragents.engine.sandbox.Sandbox} tells what has
 * changed in one and puts it back.
 *
 * <p>Invariants: a sandbox belongs to one lease, and its directory to no other; its row is in the
 * store before the directory is made; states move by one conditional write each; the user's
 * repository gets nothing but objects and refs under {@code refs/cleveragents/}; no sandbox is
 * removed unless the caller says where its work is kept.
 */
@NullMarked
package dev.cleveragents.engine.sandbox;

import org.jspecify.annotations.NullMarked;
