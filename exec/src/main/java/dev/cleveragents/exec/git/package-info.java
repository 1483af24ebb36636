/**
 * The one place that calls git. {@link dev.cleveragents.exec.git.Git} gives every call the same
 * surroundings: no hooks, no prompts, no pager, no optional locks, one language, a deadline and a
 * bound on what it may say. A refusal by git is a {@link dev.cleveragents.exec.git.GitException}.
 */
@NullMarked
package dev.cleveragents.exec.git;

import org.jspecify.annotations.NullMarked;
