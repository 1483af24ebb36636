package dev.cleveragents.cli.output;

/** The format for terminals: bold headings, aligned values, marks for what needs attention. */
final class RichRenderer extends TextRenderer {

  private static final String BOLD = "1";
  private static final String DIM = "2";
  private static final String RED = "31";
  private static final String GREEN = "32";
  private static final String YELLOW = "33";
  private static final String CYAN = "36";

  private final boolean colour;

  RichRenderer(boolean colour) {
    this.colour = colour;
  }

  @Override
  void page(Page page, StringBuilder out) {
    int width = labelWidth(page);
    for (Page.Block block : page.blocks()) {
      switch (block) {
        case Page.Heading heading ->
            out.append(out.isEmpty() ? "" : "\n")
                .append(styled(BOLD, safe(heading.text())))
                .append('\n');
        case Page.Row row -> out.append(row(row, width));
        case Page.Text text -> out.append(lines(text.text()));
        case Page.Diff diff -> diff.text().lines().forEach(line -> out.append(coloured(line)));
        case Page.Exact exact -> out.append(exact.text());
      }
    }
  }

  @Override
  String problemLine(String label, String text) {
    String style =
        switch (label) {
          case "error" -> RED;
          case "warning" -> YELLOW;
          default -> BOLD;
        };
    return styled(style, label + ":") + " " + text + "\n";
  }

  private String coloured(String line) {
    String style =
        switch (line.isEmpty() ? ' ' : line.charAt(0)) {
          case '+' -> line.startsWith("+++ ") ? BOLD : GREEN;
          case '-' -> line.startsWith("--- ") ? BOLD : RED;
          case '@' -> CYAN;
          case ' ' -> "";
          default -> BOLD;
        };
    return (style.isEmpty() ? safe(line) : styled(style, safe(line))) + "\n";
  }

  private String row(Page.Row row, int width) {
    String mark =
        switch (row.mark()) {
          case NONE -> " ";
          case GOOD -> styled(GREEN, "✓");
          case ATTENTION -> styled(YELLOW, "!");
        };
    String label = safe(row.label());
    String note = row.note().isEmpty() ? "" : "  " + styled(DIM, safe(row.note()));
    return mark
        + " "
        + label
        + " ".repeat(width - label.length())
        + safe(row.value())
        + note
        + "\n";
  }

  private static int labelWidth(Page page) {
    return 2
        + page.blocks().stream()
            .mapToInt(block -> block instanceof Page.Row row ? safe(row.label()).length() : 0)
            .max()
            .orElse(0);
  }

  private String styled(String style, String text) {
    return colour ? "\u001b[" + style + "m" + text + "\u001b[0m" : text;
  }
}
