package dev.cleveragents.bench.durable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Lines in a plane, written as SVG. The vertical axis starts at zero and counts cycles per second.
 */
record SvgPlot(String title, String across, Scale scale, List<Line> lines) {

  private static final int WIDTH = 720;
  private static final int HEIGHT = 400;
  private static final int LEFT = 80;
  private static final int RIGHT = 20;
  private static final int TOP = 40;
  private static final int BOTTOM = 50;
  private static final String[] COLOURS = {
    "#1b6ca8", "#c8553d", "#3a7d44", "#8e5aa8", "#b8860b", "#555555", "#00838f", "#ad1457"
  };

  record Point(double x, double y) {}

  record Line(String name, List<Point> points) {}

  /** How the horizontal axis is divided. */
  enum Scale {
    EVEN,
    POWERS_OF_TEN;

    private double place(double x) {
      return this == EVEN ? x : Math.log10(x);
    }
  }

  void write(Path file) throws IOException {
    Path folder = file.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.writeString(file, svg());
  }

  private String svg() {
    StringBuilder out = new StringBuilder();
    add(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
            + " font-size=\"12\">",
        WIDTH,
        HEIGHT);
    add(out, "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>", WIDTH, HEIGHT);
    add(out, "<text x=\"%d\" y=\"20\" font-size=\"15\">%s</text>", LEFT, escaped(title));
    grid(out);
    for (int i = 0; i < lines.size(); i++) {
      line(out, lines.get(i), COLOURS[i % COLOURS.length], i);
    }
    out.append("</svg>\n");
    return out.toString();
  }

  private void grid(StringBuilder out) {
    double step = step(largest(), 5);
    for (double y = 0; y <= top() * 1.0001; y += step) {
      add(out, "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/>", LEFT, down(y), WIDTH - RIGHT);
      add(
          out,
          "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%,.0f</text>",
          LEFT - 8,
          down(y) + 4,
          y);
    }
    for (double x : marks()) {
      add(out, "<path d=\"M%.1f %dv5\" stroke=\"#555\"/>", right(x), HEIGHT - BOTTOM);
      add(
          out,
          "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%,.0f</text>",
          right(x),
          HEIGHT - BOTTOM + 19,
          x);
    }
    add(
        out,
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>",
        (LEFT + WIDTH - RIGHT) / 2,
        HEIGHT - 10,
        escaped(across));
  }

  private void line(StringBuilder out, Line line, String colour, int index) {
    StringBuilder path = new StringBuilder();
    for (Point point : line.points()) {
      add(path, "%s%.1f %.1f", path.isEmpty() ? "M" : "L", right(point.x()), down(point.y()));
      if (line.points().size() < 20) {
        add(
            out,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>",
            right(point.x()),
            down(point.y()),
            colour);
      }
    }
    add(
        out,
        "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>",
        path.toString().replace("\n", ""),
        colour);
    add(
        out,
        "<text x=\"%d\" y=\"%d\" fill=\"%s\" text-anchor=\"end\">%s</text>",
        WIDTH - RIGHT,
        TOP + 14 * index,
        colour,
        escaped(line.name()));
  }

  private List<Double> marks() {
    if (scale == Scale.POWERS_OF_TEN) {
      return lines.getFirst().points().stream().map(Point::x).toList();
    }
    double step = step(most() - least(), 8);
    return DoubleStream.iterate(Math.ceil(least() / step) * step, x -> x <= most(), x -> x + step)
        .boxed()
        .toList();
  }

  private double right(double x) {
    double from = scale.place(least());
    double span = Math.max(scale.place(most()) - from, 1e-9);
    return LEFT + (scale.place(x) - from) / span * (WIDTH - LEFT - RIGHT);
  }

  private double down(double y) {
    return HEIGHT - BOTTOM - y / top() * (HEIGHT - TOP - BOTTOM);
  }

  private double top() {
    double step = step(largest(), 5);
    return Math.ceil(largest() / step) * step;
  }

  /** A round number that fits about this many times. */
  private static double step(double span, int times) {
    double rough = Math.max(span, 1e-9) / times;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    for (double digit : new double[] {1, 2, 5}) {
      if (digit * power >= rough) {
        return digit * power;
      }
    }
    return 10 * power;
  }

  private double largest() {
    return all().mapToDouble(Point::y).max().orElse(1);
  }

  private double least() {
    return all().mapToDouble(Point::x).min().orElse(1);
  }

  private double most() {
    return all().mapToDouble(Point::x).max().orElse(10);
  }

  private Stream<Point> all() {
    return lines.stream().flatMap(line -> line.points().stream());
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }

  @SuppressWarnings("AnnotateFormatMethod") // only called within this class
  private static void add(StringBuilder out, String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
