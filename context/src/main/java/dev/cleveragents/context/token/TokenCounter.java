package dev.cleveragents.context.token;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.EncodingType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Locale;

/**
 * Counts the tokens of texts for one model: exactly where its tokenizer is known, otherwise by
 * o200k with a quarter on top, rounded up, and {@link #estimated}. A text is always counted whole
 * but for {@link LongRuns}, and what looks like a control token in it is counted as the plain text
 * that it is.
 *
 * <p>Any number of threads may count at once: the encoding does not change. Counts of long texts
 * are cached by their hash, not with the texts.
 */
public final class TokenCounter {

  /** A shorter text is counted in less time than it is looked up. */
  private static final int WORTH_REMEMBERING = 256;

  private static final int REMEMBERED = 100_000;

  private static final EncodingRegistry ENCODINGS = Encodings.newLazyEncodingRegistry();

  /** The beginnings of names of models, up to a dash, dot or colon. */
  private static final List<String> O200K =
      List.of("gpt-5 gpt-4.5 gpt-4.1 gpt-4o chatgpt-4o gpt-oss o1 o3 o4".split(" ", -1));

  /** The same, for names that none of the others fits. */
  private static final List<String> CL100K = List.of("gpt-4", "gpt-3.5");

  private final Encoding encoding;
  private final boolean estimated;
  private final Cache<Digest, Integer> counts =
      Caffeine.newBuilder().executor(Runnable::run).maximumSize(REMEMBERED).build();

  private TokenCounter(EncodingType type, boolean estimated) {
    this.encoding = ENCODINGS.getEncoding(type);
    this.estimated = estimated;
  }

  /** Counts for the model of that name, with or without its provider: {@code openai/gpt-4o}. */
  public static TokenCounter forModel(String model) {
    String name = model.substring(model.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    if (O200K.stream().anyMatch(prefix -> fits(name, prefix))) {
      return new TokenCounter(EncodingType.O200K_BASE, false);
    }
    return CL100K.stream().anyMatch(prefix -> fits(name, prefix))
        ? new TokenCounter(EncodingType.CL100K_BASE, false)
        : estimating();
  }

  private static boolean fits(String name, String prefix) {
    return name.equals(prefix)
        || (name.startsWith(prefix) && "-.:".indexOf(name.charAt(prefix.length())) >= 0);
  }

  /** Counts for a model of which nothing is known. */
  public static TokenCounter estimating() {
    return new TokenCounter(EncodingType.O200K_BASE, true);
  }

  /** Whether the counts are upper estimates. */
  public boolean estimated() {
    return estimated;
  }

  /** What counts, for people: the encoding, and whether it is an estimate. */
  public String tokenizer() {
    return encoding.getName() + (estimated ? " x 1.25, estimated" : "");
  }

  /** How many tokens the text has, as it is sent: half a character is sent as a question mark. */
  public int count(String given) {
    String text =
        hasHalves(given)
            ? new String(given.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
            : given;
    int exact =
        text.length() < WORTH_REMEMBERING
            ? encoding.countTokensOrdinary(text)
            : counts.get(Digest.of(text), _ -> countPieces(text));
    return estimated ? Math.toIntExact(Math.ceilDiv(exact * 5L, 4L)) : exact;
  }

  private int countPieces(String text) {
    return LongRuns.cut(text).stream().mapToInt(encoding::countTokensOrdinary).sum();
  }

  /**
   * About how many tokens the text has, for what may never be shown: within a fifth for most code
   * and prose, and much sooner known. Nothing that has to keep a budget goes by it.
   */
  public int about(String text) {
    int rough = RoughCount.of(text);
    return estimated ? Math.toIntExact(Math.ceilDiv(rough * 5L, 4L)) : rough;
  }

  /** Whether there is an unpaired surrogate. */
  private static boolean hasHalves(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        boolean whole =
            i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
        if (!whole) {
          return true;
        }
        i++;
      }
    }
    return false;
  }

  /** Half of a SHA-256, enough for texts that are not chosen to collide. */
  private record Digest(long first, long second) {
    static Digest of(String text) {
      try {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        ByteBuffer bytes = ByteBuffer.wrap(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        return new Digest(bytes.getLong(), bytes.getLong());
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("Every Java has SHA-256", e);
      }
    }
  }
}
