package dev.cleveragents.cli.output;

/** Turns an answer into text. A renderer keeps no state between answers. */
public interface AnswerRenderer {

  /** What goes to standard output and to standard error; each is empty or ends with a newline. */
  Rendered render(CommandAnswer answer);

  /** One line for users, with control characters escaped. */
  static String line(String text) {
    return TextRenderer.safe(text).replace("\n", "\\n");
  }

  /** Text for the two streams of a process. */
  record Rendered(String out, String err) {}
}
