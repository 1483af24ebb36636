package dev.cleveragents.runtime.view;

/**
 * The value of a field on a page.
 *
 * @param note a remark, may be empty
 */
record Cell(String text, String note, Mark mark) {

  static Cell of(String text) {
    return new Cell(text, "", Mark.NONE);
  }

  static Cell of(String text, String note) {
    return new Cell(text, note, Mark.NONE);
  }
}
