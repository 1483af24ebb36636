package dev.cleveragents.kernel.id;

import org.jspecify.annotations.Nullable;

/**
 * A 128-bit identifier: 48 bits of milliseconds, then 80 random bits, written as 26 characters of
 * Crockford's base 32. Text order, {@link #compareTo} order and time order agree.
 *
 * <p>Equality is written out here and in the ids made of it: they are the keys of every map on a
 * job's way, and what Java generates for records took a fifth of the time of a run that does
 * nothing.
 *
 * @param high the milliseconds and the first 16 random bits
 * @param low the last 64 random bits
 */
public record Ulid(long high, long low) implements Comparable<Ulid> {

  private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final int LENGTH = 26;

  /**
   * Reads the 26-character form; lower case is accepted.
   *
   * @throws IllegalArgumentException if the text is no ULID; the message says where
   */
  public static Ulid parse(String text) {
    if (text.length() != LENGTH) {
      throw new IllegalArgumentException(
          "A ULID has 26 characters, this has %d: '%s'".formatted(text.length(), text));
    }
    long high = 0;
    long low = 0;
    for (int i = 0; i < LENGTH; i++) {
      int digit = DIGITS.indexOf(Character.toUpperCase(text.charAt(i)));
      if (digit < 0 || (i == 0 && digit > 7)) {
        throw new IllegalArgumentException(
            "Not a ULID: character %d of '%s' is not allowed there".formatted(i + 1, text));
      }
      high = (high << 5) | (low >>> 59);
      low = (low << 5) | digit;
    }
    return new Ulid(high, low);
  }

  /** The identifier after this one in the same millisecond. */
  Ulid next() {
    return low == -1L ? new Ulid(high + 1, 0) : new Ulid(high, low + 1);
  }

  @Override
  public int compareTo(Ulid other) {
    int byHigh = Long.compareUnsigned(high, other.high);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Ulid it && high == it.high && low == it.low;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(31 * high + low);
  }

  @Override
  public String toString() {
    char[] text = new char[LENGTH];
    long h = high;
    long l = low;
    for (int i = LENGTH - 1; i >= 0; i--) {
      text[i] = DIGITS.charAt((int) (l & 31));
      l = (l >>> 5) | (h << 59);
      h >>>= 5;
    }
    return new String(text);
  }
}
