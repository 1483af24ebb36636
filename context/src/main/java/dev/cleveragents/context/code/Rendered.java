package dev.cleveragents.context.code;

import dev.cleveragents.context.Depth;
import dev.cleveragents.context.LineRange;

/**
 * How something looks at a depth.
 *
 * @param lines what of the file it stands for
 * @param depth the depth it was made at: the one asked for or the next one above that there is
 * @param text the text, without a line feed at its end
 */
public record Rendered(LineRange lines, Depth depth, String text) {}
