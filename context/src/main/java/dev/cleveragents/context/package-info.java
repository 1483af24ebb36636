/**
 * Gives an agent the part of a project that its question needs, in a budget of tokens, with the
 * reason for every piece. This package holds the values that go in and come out; the rooms below
 * it: {@code code} reads source files, {@code index} finds text, {@code graph} follows names,
 * {@code history} asks version control, {@code strategy} turns these into fragments and {@code
 * pipeline} fuses, packs and orders them.
 */
@NullMarked
package dev.cleveragents.context;

import org.jspecify.annotations.NullMarked;
