package dev.cleveragents.cli.output;

import dev.cleveragents.runtime.view.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The format for terminals: bold headings, aligned values, marks for what needs attention, and no
 * line longer than the terminal but those that hold something to copy.
 */
final class RichRenderer extends TextRenderer {

  private static final String BOLD = "1";
  private static final String DIM = "2";
  private static final String RED = "31";
  private static final String GREEN = "32";
  private static final String YELLOW = "33";
  private static final int MARK_WIDTH = 2;
  private static final String GAP = "  ";

  /** The least width of the last cell of a table, also on a narrow terminal. */
  private static final int LEAST_ROOM = 8;

  private final boolean colour;

  RichRenderer(boolean colour, int columns) {
    super(columns);
    this.colour = colour;
  }

  @Override
  void page(Page page, StringBuilder out) {
    int width = labelWidth(page);
    List<Integer> cells = cellWidths(page);
    for (Page.Block block : page.blocks()) {
      switch (block) {
        case Page.Heading heading ->
            out.append(out.isEmpty() ? "" : "\n")
                .append(styled(BOLD, fact(heading.text())))
                .append('\n');
        case Page.Row row -> out.append(row(row, width));
        case Page.Command command -> out.append(command(command, width));
        case Page.Columns names ->
            out.append(GAP).append(styled(DIM, tableLine(names.names(), cells))).append('\n');
        case Page.Line line ->
            out.append(mark(line.mark()))
                .append((" " + tableLine(line.cells(), cells)).stripTrailing())
                .append('\n');
        case Page.Id id -> out.append(fact(id.id())).append('\n');
        case Page.Text text -> out.append(lines(text.text()));
        case Page.Prose prose ->
            out.append(lines(String.join("\n", WordWrap.lines(safe(prose.text()), columns(), 0))));
        case Page.Diff diff -> out.append(DiffColours.of(safe(diff.text()), colour));
        case Page.Exact exact -> out.append(exact.text());
      }
    }
  }

  @Override
  String label(String label) {
    String style =
        switch (label) {
          case "error" -> RED;
          case "warning" -> YELLOW;
          default -> BOLD;
        };
    return styled(style, label + ":");
  }

  private String mark(Mark mark) {
    return switch (mark) {
      case NONE -> " ";
      case GOOD -> styled(GREEN, "✓");
      case ATTENTION -> styled(YELLOW, "!");
    };
  }

  private String row(Page.Row row, int width) {
    int indent = indent(width);
    List<String> lines = wrapped(fact(row.value()), indent);
    List<String> shown = new ArrayList<>(lines);
    if (!row.note().isEmpty()) {
      note(fact(row.note()), indent, shown);
    }
    return mark(row.mark())
        + " "
        + padded(fact(row.label()), width)
        + String.join("\n", shown)
        + "\n";
  }

  /** Adds the remark behind the last line if it fits there, and below it if not. */
  private void note(String note, int indent, List<String> lines) {
    String last = lines.getLast();
    // Only the first line begins behind the label; the others hold their indentation.
    int used = (lines.size() == 1 ? indent : 0) + DisplayWidth.of(last);
    UnaryOperator<String> dim = line -> styled(DIM, line);
    if (last.isEmpty() || used + GAP.length() + (long) DisplayWidth.of(note) <= columns()) {
      lines.set(lines.size() - 1, last + GAP + dim.apply(note));
      return;
    }
    wrapped(note, indent)
        .forEach(line -> lines.add(" ".repeat(indent) + dim.apply(line.stripLeading())));
  }

  /** The lines of a value that begins behind an indentation; all but the first hold it. */
  private List<String> wrapped(String text, int indent) {
    String lead = " ".repeat(indent);
    List<String> lines =
        new ArrayList<>(WordWrap.lines(lead + text.replace("\n", "\n" + lead), columns(), 0));
    lines.set(0, lines.getFirst().substring(indent));
    return lines;
  }

  private String command(Page.Command command, int width) {
    String note = command.note().isEmpty() ? "" : fact(command.note());
    List<String> lines = new ArrayList<>(List.of(fact(command.command())));
    if (!note.isEmpty()) {
      note(note, indent(width), lines);
    }
    return GAP + padded(fact(command.label()), width) + String.join("\n", lines) + "\n";
  }

  private static int indent(int width) {
    return MARK_WIDTH + width;
  }

  private static int labelWidth(Page page) {
    return GAP.length()
        + page.blocks().stream()
            .mapToInt(
                block ->
                    switch (block) {
                      case Page.Row row -> DisplayWidth.of(fact(row.label()));
                      case Page.Command command -> DisplayWidth.of(fact(command.label()));
                      default -> 0;
                    })
            .max()
            .orElse(0);
  }

  /**
   * The widths of the columns of the page's tables, 0 for a column that is empty in all lines; the
   * last one gets what is left.
   */
  private static List<Integer> cellWidths(Page page) {
    List<Integer> widths = new ArrayList<>();
    for (Page.Block block : page.blocks()) {
      List<String> cells = block instanceof Page.Line line ? line.cells() : List.of();
      for (int i = 0; i < cells.size(); i++) {
        int width = DisplayWidth.of(fact(cells.get(i)));
        if (i == widths.size()) {
          widths.add(width);
        } else {
          widths.set(i, Math.max(widths.get(i), width));
        }
      }
    }
    for (Page.Block block : page.blocks()) {
      if (block instanceof Page.Columns columns) {
        for (int i = 0; i < widths.size(); i++) {
          int name = columns.names().get(i).length();
          widths.set(i, widths.get(i) == 0 ? 0 : Math.max(name, widths.get(i)));
        }
      }
    }
    return widths;
  }

  private String tableLine(List<String> cells, List<Integer> widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size() - 1; i++) {
      if (widths.get(i) > 0) {
        line.append(padded(fact(cells.get(i)), widths.get(i) + GAP.length()));
      }
    }
    int room = columns() - MARK_WIDTH - DisplayWidth.of(line.toString());
    return line + DisplayWidth.cut(fact(cells.getLast()), Math.max(LEAST_ROOM, room));
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - DisplayWidth.of(text)));
  }

  private String styled(String style, String text) {
    return colour ? "\u001b[" + style + "m" + text + "\u001b[0m" : text;
  }
}
