/** What is known of models: windows, prices and preferences, with the user's own file on top. */
@NullMarked
package dev.cleveragents.models.catalogue;

import org.jspecify.annotations.NullMarked;
