/**
 * Projects and the resources that they link. {@link dev.cleveragents.engine.project.Projects} and
 * {@link dev.cleveragents.engine.project.Resources} store them; this package changes no file of a
 * resource.
 */
@NullMarked
package dev.cleveragents.engine.project;

import org.jspecify.annotations.NullMarked;
