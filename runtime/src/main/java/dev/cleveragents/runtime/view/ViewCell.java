package dev.cleveragents.runtime.view;

import java.time.Instant;

/**
 * The value of a field on a page.
 *
 * @param note a remark, may be empty
 */
record ViewCell(String text, String note, Mark mark) {

  static ViewCell of(String text) {
    return new ViewCell(text, "", Mark.NONE);
  }

  /** How long ago, and when. */
  static ViewCell of(Instant at) {
    return of(DisplayText.ago(at), DisplayText.time(at));
  }

  static ViewCell of(String text, String note) {
    return new ViewCell(text, note, Mark.NONE);
  }
}
