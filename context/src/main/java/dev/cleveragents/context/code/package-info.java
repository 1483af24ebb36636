/**
 * Reads source files: what they define, refer to and import, where their pieces begin and end, and
 * how they look at each depth. A native parser runs in a process of its own, so that its crash
 * costs a file its syntax and nothing else.
 */
@NullMarked
package dev.cleveragents.context.code;

import org.jspecify.annotations.NullMarked;
