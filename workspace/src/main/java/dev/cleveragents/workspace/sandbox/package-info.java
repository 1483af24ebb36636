/**
 * The isolated copies in which plans work. {@link
 * dev.cleveragents.workspace.sandbox.SandboxManager} makes, finds and removes them; a {@link
 * dev.cleveragents.workspace.sandbox.Sandbox} reports and restores the changes in one.
 *
 * <p>Invariants: a sandbox belongs to one lease, and its directory to no other; its row is in the
 * store before the directory is made; states move by one conditional write each; the user's
 * repository gets nothing but objects and refs under {@code refs/cleveragents/}; no sandbox is
 * removed unless the caller says where its work is kept; a sandbox with a mount point in it is
 * neither removed nor restored.
 */
@NullMarked
package dev.cleveragents.workspace.sandbox;

import org.jspecify.annotations.NullMarked;
