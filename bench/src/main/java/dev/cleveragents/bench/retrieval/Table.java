package dev.cleveragents.bench.retrieval;

import dev.cleveragents.bench.Quantiles;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SequencedSet;
import java.util.function.ToDoubleFunction;

/** Writes what was found in some cases as Markdown; gains are over words alone, case by case. */
final class Table {

  static final int DRAWS = 2_000;
  static final long SEED = 6;

  private static final List<ToDoubleFunction<Marks>> COLUMNS =
      List.of(
          Marks::at5,
          Marks::at10,
          Marks::at20,
          Marks::in8k,
          Marks::in16k,
          Marks::in32k,
          Marks::lines16k,
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
    text.append("| in 8k | in 16k | in 32k | lines in 16k | MRR ");
    text.append("| @10 over words alone | in 16k over words alone | p50 ms | p99 ms |\n");
    text.append("| --- |").append(" --: |".repeat(COLUMNS.size() + 4)).append('\n');
    if (!cases.isEmpty()) {
      rows.forEach(name -> text.append(line(name)));
    }
    return text.toString();
  }

  SequencedSet<String> rows() {
    return rows;
  }

  /** What a row gains in each case; whole answers over the whole answer of words alone. */
  double[] gains(String row, ToDoubleFunction<Marks> figure) {
    boolean whole = Questioner.WHOLE.contains(row);
    String other = whole ? Questioner.SENT_ALONE : Rows.ALONE;
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
        List.<ToDoubleFunction<Marks>>of(Marks::at10, Marks::in16k)) {
      line.append(' ').append(name.equals(Rows.ALONE) ? "" : gain(name, figure)).append(" |");
    }
    Quantiles took =
        Quantiles.ofNanos(
            cases.stream().map(each -> each.nanos().get(name)).filter(Objects::nonNull).toList());
    return line.append(millis(took.at(0.5))).append(millis(took.at(0.99))).append('\n').toString();
  }

  private Interval gain(String name, ToDoubleFunction<Marks> figure) {
    return Interval.ofMean(gains(name, figure), DRAWS, SEED);
  }

  private static String millis(double millis) {
    return Double.isNaN(millis) ? "  |" : String.format(Locale.ROOT, " %.0f |", millis);
  }
}
