/**
 * Reads source files of every kind: {@link dev.cleveragents.context.code.parse.SourceParser} picks
 * the parser. Invariant: no content makes it throw; a file that cannot be parsed is cut at blank
 * lines and has no symbols.
 */
@NullMarked
package dev.cleveragents.context.code.parse;

import org.jspecify.annotations.NullMarked;
