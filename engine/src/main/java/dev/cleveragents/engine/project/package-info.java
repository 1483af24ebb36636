/**
 * What plans work on: projects, and the resources that they link.
 *
 * <p>A {@link dev.cleveragents.engine.project.Resource} is a value: it says where something is and
 * how it is to be copied. {@link dev.cleveragents.engine.project.Projects} and {@link
 * dev.cleveragents.engine.project.Resources} keep them; nothing here changes what lies there.
 */
@NullMarked
package dev.cleveragents.engine.project;

import org.jspecify.annotations.NullMarked;
