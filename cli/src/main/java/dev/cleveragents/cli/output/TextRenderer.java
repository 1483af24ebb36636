package dev.cleveragents.cli.output;

import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.workspace.VisibleText;
import java.util.List;

/**
 * The base of both formats for users: the answer goes to standard output, problems and remarks to
 * standard error. Control characters in values are escaped: a file name cannot repaint the
 * terminal.
 */
abstract sealed class TextRenderer implements AnswerRenderer permits PlainRenderer, RichRenderer {

  private final int columns;

  /**
   * @param columns of the terminal, or {@link WordWrap#UNLIMITED}
   */
  TextRenderer(int columns) {
    this.columns = columns;
  }

  abstract void page(Page page, StringBuilder out);

  /** The label of a problem or remark, with its colon. */
  abstract String label(String label);

  final int columns() {
    return columns;
  }

  @Override
  public final Rendered render(CommandAnswer answer) {
    StringBuilder out = new StringBuilder();
    StringBuilder err = new StringBuilder();
    switch (answer.outcome()) {
      case Result result -> page(result.page(), out);
      case Problem problem -> describe(problem, err);
    }
    answer.outcome().messages().forEach(message -> err.append(remark(message)));
    return new Rendered(out.toString(), err.toString());
  }

  private void describe(Problem problem, StringBuilder err) {
    err.append(sentences("error", problem.message()));
    if (problem.hint() != null) {
      err.append(sentences("hint", problem.hint()));
    }
    if (problem.command() != null) {
      String command = fact(problem.command());
      err.append(label("next")).append(' ').append(command).append('\n');
    }
  }

  private String remark(Message message) {
    return switch (message.level()) {
      case WARN -> sentences("warning", message.text());
      case INFO -> sentences("info", message.text());
      case DEBUG -> label("debug") + " " + safe(message.text()) + "\n";
    };
  }

  private String sentences(String label, String text) {
    int indent = label.length() + 2;
    // The label may hold colours, which take no column.
    String shown = " ".repeat(indent) + fact(text);
    List<String> lines = WordWrap.lines(shown, columns, 0);
    return label(label) + String.join("\n", lines).substring(indent - 1) + "\n";
  }

  static String lines(String text) {
    String safe = safe(text);
    return safe.isEmpty() || safe.endsWith("\n") ? safe : safe + "\n";
  }

  /** A fact for people: short ids, and no control characters. */
  static String fact(String text) {
    return safe(DisplayText.shortIds(text));
  }

  static String safe(String text) {
    return VisibleText.of(text);
  }
}
