/** The log of what outside code has thrown. */
@NullMarked
package dev.cleveragents.kernel.log;

import org.jspecify.annotations.NullMarked;
