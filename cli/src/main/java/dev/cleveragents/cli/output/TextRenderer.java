package dev.cleveragents.cli.output;

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
    if (text.chars().noneMatch(TextRenderer::hidden)) {
      return text;
    }
    StringBuilder shown = new StringBuilder();
    text.chars()
        .forEach(
            c -> {
              if (hidden(c)) {
                shown.append("\\u%04x".formatted(c));
              } else {
                shown.append((char) c);
              }
            });
    return shown.toString();
  }

  private static boolean hidden(int c) {
    boolean changesDirection =
        (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x200e || c == 0x200f;
    boolean endsLine = c == 0x2028 || c == 0x2029;
    return changesDirection || endsLine || (Character.isISOControl(c) && c != '\n' && c != '\t');
  }
}
