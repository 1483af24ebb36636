/** What the commands and checks of a plan printed. It is stored without recognised secrets. */
@NullMarked
package dev.cleveragents.engine.plan.output;

import org.jspecify.annotations.NullMarked;
