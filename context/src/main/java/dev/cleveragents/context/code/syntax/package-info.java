/**
 * Reads symbols, references and imports out of the syntax tree of one file, whatever its grammar.
 * Pure functions over a copied tree; nothing native is touched here.
 */
@NullMarked
package dev.cleveragents.context.code.syntax;

import org.jspecify.annotations.NullMarked;
