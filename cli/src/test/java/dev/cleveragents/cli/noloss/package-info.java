/**
 * Shows that nothing is lost: real processes of the real program, killed or frozen at every point
 * that counts, and two at once. See docs/no-loss.md.
 */
@NullMarked
package dev.cleveragents.cli.noloss;

import org.jspecify.annotations.NullMarked;
