package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.store.job.key.IndexedText;
import org.jspecify.annotations.Nullable;

/**
 * Checks and repairs text that a database cannot store unchanged. A job with such text is refused;
 * in the output and errors of programs the characters are replaced.
 */
public final class PlainText {

  private static final char REPLACEMENT = '\uFFFD';

  private PlainText() {}

  /** The text, with the characters that a database cannot store replaced. */
  public static @Nullable String of(@Nullable String text) {
    if (text == null) {
      return null;
    }
    int bad = firstBad(text, 0);
    if (bad < 0) {
      return text;
    }
    StringBuilder plain = new StringBuilder(text);
    for (; bad >= 0; bad = firstBad(plain, bad + 1)) {
      plain.setCharAt(bad, REPLACEMENT);
    }
    return plain.toString();
  }

  /** Whether every database stores this text unchanged. */
  public static boolean isKept(String text) {
    return firstBad(text, 0) < 0;
  }

  /**
   * Refuses a spec with text that cannot be stored unchanged.
   *
   * @throws IllegalArgumentException with the field and the position
   */
  static void require(JobSpec spec) {
    requireShort("type", spec.type());
    requireShort("group", spec.group());
    if (spec.idempotencyKey() != null && spec.idempotencyKey().isBlank()) {
      throw new IllegalArgumentException(
          "The idempotency key of a job is blank: all jobs with a blank key would count as one job."
              + " Give it a name, or leave it out");
    }
    check("type", spec.type());
    check("payload", spec.payload());
    check("idempotency key", spec.idempotencyKey());
    check("group", spec.group());
    spec.keys().forEach(key -> check("key", key));
  }

  /** For texts that claims find by an index. */
  private static void requireShort(String name, @Nullable String text) {
    int bytes = text == null ? 0 : IndexedText.bytes(text);
    if (bytes > IndexedText.MOST_BYTES) {
      throw new IllegalArgumentException(
          "The %s of a job has %d bytes in UTF-8, more than %d. Choose a shorter name"
              .formatted(name, bytes, IndexedText.MOST_BYTES));
    }
  }

  private static void check(String name, @Nullable String text) {
    int bad = text == null ? -1 : firstBad(text, 0);
    if (bad >= 0) {
      throw new IllegalArgumentException(
          ("Character %2$d of the %1$s of a job is %3$s, which cannot be stored as text."
                  + " Encode the text")
              .formatted(
                  name,
                  bad + 1,
                  text != null && text.charAt(bad) == 0 ? "NUL" : "half a surrogate pair"));
    }
  }

  private static int firstBad(CharSequence text, int from) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0 || Character.isLowSurrogate(c)) {
        return i;
      }
      if (Character.isHighSurrogate(c)) {
        if (i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }
}
