package dev.cleveragents.cli.output;

import dev.cleveragents.workspace.VisibleText;

/**
 * The base of both formats for users: the answer goes to standard output, problems and remarks to
 * standard error. Control characters in values are escaped: a file name cannot repaint the
 * terminal.
 */
abstract sealed class TextRenderer implements AnswerRenderer permits PlainRenderer, RichRenderer {

  abstract void page(Page page, StringBuilder out);

  abstract String problemLine(String label, String text);

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
    err.append(problemLine("error", safe(problem.message())));
    if (problem.hint() != null) {
      err.append(problemLine("hint", safe(problem.hint())));
    }
    if (problem.command() != null) {
      err.append(problemLine("next", safe(problem.command())));
    }
  }

  private String remark(Message message) {
    String label = message.level() == Message.Level.WARN ? "warning" : message.level().toString();
    return problemLine(label, safe(message.text()));
  }

  static String lines(String text) {
    String safe = safe(text);
    return safe.isEmpty() || safe.endsWith("\n") ? safe : safe + "\n";
  }

  static String safe(String text) {
    return VisibleText.of(text);
  }
}
