/**
 * The tools that actors call in a sandbox; scripts and models call the same ones. A tool is one
 * class that implements {@link dev.cleveragents.engine.tool.Tool} and one line in {@link
 * dev.cleveragents.engine.tool.BuiltInTools}.
 *
 * <ul>
 *   <li>Every path goes through the sandbox's files, so that no call leaves the sandbox.
 *   <li>Tools of one sandbox run one at a time; their changes are found by comparing the files
 *       before and after.
 * </ul>
 */
@NullMarked
package dev.cleveragents.engine.tool;

import org.jspecify.annotations.NullMarked;
