/** Exhibits of races whose remedy comes with a later module. */
@NullMarked
package dev.cleveragents.kernel.exhibit;

import org.jspecify.annotations.NullMarked;
