package dev.cleveragents.store.job.key;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Shortens a text for an indexed column. PostgreSQL refuses a row whose indexed columns are longer
 * than a third of a page, and every claim that met such a row would fail. A long text is replaced
 * by its hash; such a column is only compared, never read back.
 */
public final class IndexedText {

  /** Three texts of this length, as in the name of a place, fit into an index. */
  public static final int MOST_BYTES = 800;

  private static final String HASHED = "sha256:";

  private IndexedText() {}

  /** The text itself if it is short, otherwise its hash. */
  public static String of(String text) {
    return bytes(text) <= MOST_BYTES && !text.startsWith(HASHED) ? text : HASHED + hash(text);
  }

  /** The length of a text in the database. */
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
