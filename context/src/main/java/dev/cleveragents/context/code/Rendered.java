package dev.cleveragents.context.code;

import dev.cleveragents.context.Depth;
import dev.cleveragents.context.LineRange;

/**
 * How something looks at a depth.
 *
 * @param lines the lines of the file that it shows
 * @param depth the depth it was made at: the one asked for or the next one above that there is
 * @param text the text, without a line feed at its end
 */
public record Rendered(LineRange lines, Depth depth, String text) {}
