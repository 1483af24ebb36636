package dev.cleveragents.context.code;

import dev.cleveragents.context.LineRange;

/**
 * Something that a file defines.
 *
 * @param name its own name
 * @param qualifiedName with the names of what it is in, joined by dots; unique in most files
 * @param kind what it is
 * @param lines where it is, with the comment and annotations that belong to it
 * @param signature its head on one line, without its body
 * @param summary the first sentence of its comment, or empty
 * @param parent the place of what it is in in the file's list of symbols, or -1
 */
public record Symbol(
    String name,
    String qualifiedName,
    Kind kind,
    LineRange lines,
    String signature,
    String summary,
    int parent) {

  /** What a symbol can be. */
  public enum Kind {
    TYPE,
    FUNCTION,
    FIELD,
    MODULE,
    SECTION,
    KEY
  }
}
