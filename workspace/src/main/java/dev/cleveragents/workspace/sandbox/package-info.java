/**
 * The isolated copies in which plans work. {@link
 * dev.cleveragents.workspace.sandbox.SandboxManager} makes, finds and removes them; a {@link
 * dev.cleveragents.workspace.sandbox.Sandbox} reports and restores the changes in one.
 *
 * <p>Invariants: a sandbox belongs to one lease, and its directory to no other; no sandbox is
 * removed unless the caller says where its work is kept; a sandbox with a mount point in it is
 * neither removed nor restored.
 *
 * <ul>
 *   <li>{@code source}: the resource and the repository that a sandbox is made of
 *   <li>{@code tree}: its files as git trees
 *   <li>{@code store}: its row and its manifest
 * </ul>
 */
@NullMarked
package dev.cleveragents.workspace.sandbox;

import org.jspecify.annotations.NullMarked;
