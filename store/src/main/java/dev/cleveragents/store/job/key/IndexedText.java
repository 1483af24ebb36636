package dev.cleveragents.store.job.key;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Shortens a text of any length for a column with an index: PostgreSQL refuses a row whose indexed
 * columns are longer than a third of a page, and a claim that meets such a row fails each time. A
 * long text is replaced by its hash; the column is only compared, never read back.
 */
public final class IndexedText {

  /** Three of them, as in the name of a place at a key, fit into an index. */
  public static final int MOST_BYTES = 800;

  private static final String HASHED = "sha256:";

  private IndexedText() {}

  /** The text itself if it is short, otherwise its hash. */
  public static String of(String text) {
    return bytes(text) <= MOST_BYTES && !text.startsWith(HASHED) ? text : HASHED + hash(text);
  }

  /** How long a text is to a database. */
  public static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static String hash(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }
}
