package dev.cleveragents.engine.outside;

import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.engine.model.Money;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What is known of one run of a coding agent while its output is read. Not thread-safe. */
final class AgentRun {

  private static final int LONGEST_LINE = 160;
  private static final int LONGEST_SUMMARY = 4_000;

  /** Above any real cost of one run; a larger number is a mistake of the program. */
  private static final BigDecimal MOST_DOLLARS = BigDecimal.valueOf(100_000);

  private final Consumer<String> progress;
  private String summary = "";
  private ModelUsage usage = ModelUsage.ZERO;
  private @Nullable Money money;
  private boolean outOfBudget;

  AgentRun(Consumer<String> progress) {
    this.progress = progress;
  }

  /** Reports the use of a tool. */
  void used(String tool, String argument) {
    tell(argument.isBlank() ? tool : tool + " " + argument);
  }

  /** Reports a message; the last one of a run is its summary. */
  void said(String text) {
    if (!text.isBlank()) {
      tell(text);
      summary = text;
    }
  }

  /** Replaces the summary without reporting it. */
  void summary(String text) {
    if (!text.isBlank()) {
      summary = text;
    }
  }

  void usage(ModelUsage all) {
    usage = all;
  }

  void addUsage(ModelUsage more) {
    usage = usage.plus(more);
  }

  /** Replaces the cost; a number that cannot be one is passed over. */
  void dollars(double dollars) {
    if (Double.isFinite(dollars) && dollars >= 0) {
      BigDecimal exact = BigDecimal.valueOf(dollars).setScale(12, RoundingMode.UP);
      money = Money.dollars(exact.min(MOST_DOLLARS));
    }
  }

  void outOfBudget() {
    outOfBudget = true;
  }

  AgentReport report() {
    return new AgentReport(cut(summary.strip(), LONGEST_SUMMARY), usage, money, outOfBudget);
  }

  private void tell(String text) {
    String line = text.strip().lines().findFirst().orElse("");
    if (!line.isEmpty()) {
      progress.accept(cut(line, LONGEST_LINE));
    }
  }

  private static String cut(String text, int most) {
    return text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
  }
}
