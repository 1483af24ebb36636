package dev.cleveragents.cli.output;

/** Turns an answer into text. A renderer keeps no state between answers. */
public interface Renderer {

  /** What goes to standard output and to standard error; each is empty or ends with a newline. */
  Rendered render(Answer answer);

  /** Text for the two streams of a process. */
  record Rendered(String out, String err) {}
}
