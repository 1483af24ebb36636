/**
 * The resource that a sandbox is made of: what can be said about it beforehand, the repository that
 * lends its objects, and the refs that keep a plan's base and result there.
 *
 * <p>Invariant: the user's repository gets nothing but objects and refs under {@code
 * refs/cleveragents/}; its files, index and branches stay as they are.
 */
@NullMarked
package dev.cleveragents.workspace.sandbox.source;

import org.jspecify.annotations.NullMarked;
