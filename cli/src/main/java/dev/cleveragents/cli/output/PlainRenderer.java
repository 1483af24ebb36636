package dev.cleveragents.cli.output;

/**
 * One fact per line as {@code label: value}, and tabs between the cells of a table; no colour and
 * no alignment: easy to search and cut.
 */
final class PlainRenderer extends TextRenderer {

  PlainRenderer() {
    super(WordWrap.UNLIMITED);
  }

  @Override
  void page(Page page, StringBuilder out) {
    page.blocks().forEach(block -> out.append(block(block)));
  }

  private static String block(Page.Block block) {
    return switch (block) {
      case Page.Heading heading -> fact(heading.text()) + "\n";
      case Page.Row row -> line(row.label(), row.value(), row.note());
      case Page.Command command -> line(command.label(), command.command(), command.note());
      case Page.Columns _ -> "";
      case Page.Line line -> fact(String.join("\t", line.cells())).stripTrailing() + "\n";
      case Page.Id id -> id.id() + "\n";
      case Page.Text text -> lines(text.text());
      case Page.Prose prose -> lines(prose.text());
      case Page.Diff diff -> lines(diff.text());
      case Page.Exact exact -> exact.text();
    };
  }

  private static String line(String label, String value, String note) {
    return fact(label)
        + ": "
        + fact(value)
        + (note.isEmpty() ? "" : " (" + fact(note) + ")")
        + "\n";
  }

  @Override
  String label(String label) {
    return label + ":";
  }
}
