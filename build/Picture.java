import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns a terminal screen with colours, as {@code tmux capture-pane -e -p} prints it, into an SVG
 * picture: standard input to standard output. Knows the colours and bold of SGR sequences; ignores
 * everything else.
 */
class Picture {
  static final int WIDTH = 80;
  static final double CELL = 8.4;
  static final int LINE = 18;
  static final int MARGIN = 16;
  static final Pattern SEQUENCE =
      Pattern.compile("\u001b\\[([0-9;]*)m|\u001b[()][A-Z0-9]|\u000f|\u000e");
  static final String[] COLOURS = {
    "#6e7681", "#ff7b72", "#56d364", "#e3b341", "#79c0ff", "#d2a8ff", "#76e3ea", "#e6edf3"
  };

  public static void main(String[] arguments) throws IOException {
    List<String> lines =
        new ArrayList<>(
            new String(System.in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    int last = lines.size() - 1;
    while (last >= 0 && SEQUENCE.matcher(lines.get(last)).replaceAll("").isBlank()) {
      lines.remove(last--);
    }
    double width = WIDTH * CELL + 2 * MARGIN;
    int height = lines.size() * LINE + 2 * MARGIN + 20;
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %d" width="%.0f" height="%d" role="img" aria-label="A terminal session">
        <rect width="100%%" height="100%%" rx="8" fill="#0d1117"/>
        <circle cx="18" cy="16" r="5" fill="#ff5f56"/><circle cx="36" cy="16" r="5" fill="#ffbd2e"/><circle cx="54" cy="16" r="5" fill="#27c93f"/>
        <g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14" fill="#e6edf3" xml:space="preserve">
        """
            .formatted(width, height, width, height));
    Style style = new Style();
    for (int i = 0; i < lines.size(); i++) {
      line(svg, lines.get(i), MARGIN + 20 + (i + 1) * LINE - 5, style);
    }
    System.out.print(svg.append("</g>\n</svg>\n"));
  }

  static void line(StringBuilder svg, String line, int y, Style style) {
    Matcher found = SEQUENCE.matcher(line);
    int from = 0;
    int column = 0;
    while (true) {
      boolean more = found.find();
      String text = line.substring(from, more ? found.start() : line.length());
      if (!text.isBlank()) {
        svg.append(
            "<text x=\"%.1f\" y=\"%d\"%s>%s</text>\n"
                .formatted(MARGIN + column * CELL, y, style.attributes(), escaped(text)));
      }
      column += text.codePointCount(0, text.length());
      if (!more) {
        return;
      }
      if (found.group(1) != null) {
        style.take(found.group(1));
      }
      from = found.end();
    }
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** What the sequences so far have switched on. */
  static class Style {
    boolean bold;
    boolean dim;
    String colour = "";

    void take(String codes) {
      for (String code : codes.split(";")) {
        int number = code.isEmpty() ? 0 : Integer.parseInt(code);
        switch (number) {
          case 0 -> {
            bold = false;
            dim = false;
            colour = "";
          }
          case 1 -> bold = true;
          case 2 -> dim = true;
          case 22 -> {
            bold = false;
            dim = false;
          }
          case 39 -> colour = "";
          default -> {
            if (number >= 30 && number <= 37) {
              colour = COLOURS[number - 30];
            } else if (number >= 90 && number <= 97) {
              colour = COLOURS[number - 90];
            }
          }
        }
      }
    }

    String attributes() {
      return (colour.isEmpty() ? "" : " fill=\"" + colour + "\"")
          + (bold ? " font-weight=\"bold\"" : "")
          + (dim ? " opacity=\"0.65\"" : "");
    }
  }
}
