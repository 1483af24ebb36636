/**
 * What actors do in a sandbox: tools with typed calls, each within a deadline and within the
 * sandbox, and checks that change nothing. Tools of one sandbox run one at a time; what they
 * changed is found by comparing the files before and after, whoever wrote them.
 */
@NullMarked
package dev.cleveragents.engine.tool;

import org.jspecify.annotations.NullMarked;
