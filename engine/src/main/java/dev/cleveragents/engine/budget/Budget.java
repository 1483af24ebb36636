package dev.cleveragents.engine.budget;

import dev.cleveragents.engine.model.Money;
import dev.cleveragents.workspace.OperationException;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What may be spent on models; null does not limit.
 *
 * @param tokens of all kinds together
 */
public record Budget(@Nullable Money money, @Nullable Long tokens) {

  public static final Budget UNLIMITED = new Budget(null, null);

  private static final Pattern MONEY = Pattern.compile("\\$?([0-9]{1,6}(?:\\.[0-9]{1,6})?)");
  private static final Pattern TOKENS = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,3})?)([km])");

  public Budget {
    if ((money != null && money.picodollars() <= 0) || (tokens != null && tokens <= 0)) {
      throw OperationException.invalid("A budget must be above zero");
    }
  }

  /**
   * Reads dollars, such as {@code 2.00}, or tokens, such as {@code 500k} and {@code 2m}.
   *
   * @throws OperationException if the text has another form
   */
  public static Budget of(String text) {
    String plain = text.strip().toLowerCase(Locale.ROOT);
    Matcher tokens = TOKENS.matcher(plain);
    if (tokens.matches()) {
      BigDecimal unit = BigDecimal.valueOf(tokens.group(2).equals("k") ? 1_000 : 1_000_000);
      return new Budget(null, new BigDecimal(tokens.group(1)).multiply(unit).longValue());
    }
    Matcher money = MONEY.matcher(plain);
    if (money.matches()) {
      return new Budget(Money.dollars(new BigDecimal(money.group(1))), null);
    }
    throw OperationException.invalid(
        "'%s' is no budget; write dollars, such as 2.00, or tokens, such as 500k".formatted(text));
  }

  public boolean isUnlimited() {
    return money == null && tokens == null;
  }

  @Override
  public String toString() {
    if (money != null) {
      return money + (tokens == null ? "" : " and %,d tokens".formatted(tokens));
    }
    return tokens == null ? "unlimited" : "%,d tokens".formatted(tokens);
  }
}
