/** Resources: a git work tree or a plain directory, and how it is copied. */
@NullMarked
package dev.cleveragents.workspace.resource;

import org.jspecify.annotations.NullMarked;
