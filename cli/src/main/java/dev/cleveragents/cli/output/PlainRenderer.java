package dev.cleveragents.cli.output;

/**
 * One fact per line as {@code label: value}, no colour and no alignment: easy to search and cut.
 */
final class PlainRenderer extends TextRenderer {

  @Override
  void page(Page page, StringBuilder out) {
    page.blocks().forEach(block -> out.append(block(block)));
  }

  private static String block(Page.Block block) {
    return switch (block) {
      case Page.Heading heading -> safe(heading.text()) + "\n";
      case Page.Row row ->
          safe(row.label())
              + ": "
              + safe(row.value())
              + (row.note().isEmpty() ? "" : " (" + safe(row.note()) + ")")
              + "\n";
      case Page.Text text -> lines(text.text());
      case Page.Diff diff -> lines(diff.text());
      case Page.Exact exact -> exact.text();
    };
  }

  @Override
  String problemLine(String label, String text) {
    return label + ": " + text + "\n";
  }
}
