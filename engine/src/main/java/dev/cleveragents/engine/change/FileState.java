package dev.cleveragents.engine.change;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * A file at one moment.
 *
 * @param hash SHA-256 of its exact bytes, in hexadecimal; of a link, of the path it points to
 * @param size in bytes
 */
public record FileState(String hash, FileMode mode, long size) {

  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  public FileState {
    if (!HASH.matcher(hash).matches()) {
      throw new IllegalArgumentException("No SHA-256 in hexadecimal: " + hash);
    }
    if (size < 0) {
      throw new IllegalArgumentException("No size of a file: " + size);
    }
  }

  /** The state of a file with these bytes. */
  public static FileState of(byte[] bytes, FileMode mode) {
    return new FileState(hash(bytes), mode, bytes.length);
  }

  /** The SHA-256 of these bytes, in hexadecimal. */
  public static String hash(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }
}
