package dev.cleveragents.engine.outside;

import dev.cleveragents.engine.model.ModelUsage;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the text that aider prints: it has no format for programs. */
final class AiderFormat implements AgentFormat {

  private static final Pattern EDIT = Pattern.compile("Applied edit to (\\S.*)");
  private static final Pattern TOKENS =
      Pattern.compile("Tokens: ([0-9.,]+[kKmM]?) sent,.*?([0-9.,]+[kKmM]?) received\\..*");
  private static final Pattern COST = Pattern.compile(".*\\$([0-9.]{1,12}) session\\..*");

  @Override
  public void line(String line, AgentRun run) {
    String text = line.strip();
    Matcher edit = EDIT.matcher(text);
    if (edit.matches()) {
      run.said("edit " + edit.group(1));
    }
    Matcher tokens = TOKENS.matcher(text);
    if (tokens.matches()) {
      run.addUsage(new ModelUsage(count(tokens.group(1)), 0, 0, count(tokens.group(2))));
    }
    Matcher cost = COST.matcher(text);
    if (cost.matches()) {
      number(cost.group(1), run);
    }
  }

  private static void number(String dollars, AgentRun run) {
    try {
      run.dollars(Double.parseDouble(dollars));
    } catch (NumberFormatException e) {
      // Another line that looks like it.
    }
  }

  /** A count of tokens as aider writes it, such as {@code 345}, {@code 2.4k} or {@code 12k}. */
  private static long count(String text) {
    String plain = text.replace(",", "").toLowerCase(Locale.ROOT);
    int factor = plain.endsWith("k") ? 1_000 : plain.endsWith("m") ? 1_000_000 : 1;
    String digits = factor == 1 ? plain : plain.substring(0, plain.length() - 1);
    try {
      return Math.clamp(Math.round(Double.parseDouble(digits) * factor), 0L, 1L << 40);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
