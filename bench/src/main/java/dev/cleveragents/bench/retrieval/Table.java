package dev.cleveragents.bench.retrieval;

import dev.cleveragents.bench.Quantiles;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SequencedSet;
import java.util.function.ToDoubleFunction;

/** Writes what was found in some cases as Markdown; gains are paired, case by case. */
final class Table {

  static final int DRAWS = 2_000;
  static final long SEED = 6;

  private static final List<ToDoubleFunction<Marks>> COLUMNS =
      List.of(
          Marks::at5,
          Marks::at10,
          Marks::at20,
          Marks::in4k,
          Marks::in16k,
          Marks::hunks4k,
          Marks::hunks16k,
          Marks::reciprocalRank);

  private final List<Asked> cases;
  private final SequencedSet<String> rows;

  Table(List<Asked> cases, SequencedSet<String> rows) {
    this.cases = cases;
    this.rows = rows;
  }

  String text(String which) {
    StringBuilder text = new StringBuilder();
    text.append("| %s (%d) | recall@5 | @10 | @20 ".formatted(which, cases.size()));
    text.append("| in 4k | in 16k | hunks in 4k | hunks in 16k | MRR ");
    text.append("| @10 over words | hunks in 4k over words | hunks in 16k over words ");
    text.append("| p50 ms | p99 ms |\n");
    text.append("| --- |").append(" --: |".repeat(COLUMNS.size() + 5)).append('\n');
    if (!cases.isEmpty()) {
      rows.forEach(name -> text.append(line(name)));
    }
    return text.toString();
  }

  SequencedSet<String> rows() {
    return rows;
  }

  /** What a row gains in each case over its {@link Rows#baseline}. */
  double[] gains(String row, ToDoubleFunction<Marks> figure) {
    String other = Rows.baseline(row);
    return cases.stream()
        .mapToDouble(
            each ->
                figure.applyAsDouble(marks(each, row)) - figure.applyAsDouble(marks(each, other)))
        .toArray();
  }

  private static Marks marks(Asked each, String row) {
    return Objects.requireNonNull(each.marks().get(row), row);
  }

  private String line(String name) {
    List<Marks> marks = cases.stream().map(each -> marks(each, name)).toList();
    StringBuilder line = new StringBuilder("| " + name + " |");
    for (ToDoubleFunction<Marks> column : COLUMNS) {
      double mean = marks.stream().mapToDouble(column).average().orElse(0);
      line.append(Double.isNaN(mean) ? "  |" : String.format(Locale.ROOT, " %.3f |", mean));
    }
    for (ToDoubleFunction<Marks> figure :
        List.<ToDoubleFunction<Marks>>of(Marks::at10, Marks::hunks4k, Marks::hunks16k)) {
      line.append(' ').append(gain(name, figure)).append(" |");
    }
    Quantiles took =
        Quantiles.ofNanos(
            cases.stream().map(each -> each.nanos().get(name)).filter(Objects::nonNull).toList());
    return line.append(millis(took.at(0.5))).append(millis(took.at(0.99))).append('\n').toString();
  }

  private String gain(String name, ToDoubleFunction<Marks> figure) {
    double[] gains = gains(name, figure);
    boolean none = name.equals(Rows.baseline(name)) || Double.isNaN(gains[0]);
    return none ? "" : Interval.ofMean(gains, DRAWS, SEED).toString();
  }

  private static String millis(double millis) {
    return Double.isNaN(millis) ? "  |" : String.format(Locale.ROOT, " %.0f |", millis);
  }
}
