package dev.cleveragents.engine.tool;

import java.nio.charset.StandardCharsets;

/** What becomes of a file in which a text is replaced. Bytes that are no UTF-8 stay as they are. */
sealed interface Replacing {

  /** These are its bytes then. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not compared
  record Done(byte[] bytes) implements Replacing {}

  /** The text is not there exactly once. */
  record Impossible(String why) implements Replacing {}

  static Replacing in(byte[] bytes, ToolCall.Edit edit) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    String find = asBytesInText(edit.find());
    int at = text.indexOf(find);
    if (find.isEmpty() || at < 0) {
      return new Impossible("The text to replace is not in " + edit.path());
    }
    if (text.indexOf(find, at + 1) >= 0) {
      return new Impossible(
          "The text to replace stands more than once in %s; give more of what is around it"
              .formatted(edit.path()));
    }
    String edited =
        text.substring(0, at) + asBytesInText(edit.replace()) + text.substring(at + find.length());
    return new Done(edited.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String asBytesInText(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }
}
