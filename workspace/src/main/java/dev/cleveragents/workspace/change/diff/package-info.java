/**
 * Differences between stored contents: hunks of lines, summaries, and patches that {@code git
 * apply} takes. All of it is computed from changes and bytes; nothing here needs the sandbox, and
 * nothing keeps state.
 *
 * <p>Lines are strings with one character per byte (ISO 8859-1), so that a file in any encoding
 * goes through unchanged; the code that shows them decodes them.
 */
@NullMarked
package dev.cleveragents.workspace.change.diff;

import org.jspecify.annotations.NullMarked;
