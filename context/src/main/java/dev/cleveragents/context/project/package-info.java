/**
 * The door to the module: everything about one folder, opened together and closed together. Wires
 * index, history, strategies and pipeline; decides nothing that they decide.
 */
@NullMarked
package dev.cleveragents.context.project;

import org.jspecify.annotations.NullMarked;
