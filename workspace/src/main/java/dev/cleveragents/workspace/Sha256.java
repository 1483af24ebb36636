package dev.cleveragents.workspace;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The hash that contents, entries of the log and sets of files are known by. */
public final class Sha256 {

  private Sha256() {}

  /** One that has taken in nothing yet. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }

  /** The hash of these bytes, in hexadecimal. */
  public static String of(byte[] bytes) {
    return hex(digest().digest(bytes));
  }

  /** A hash in hexadecimal. */
  public static String hex(byte[] hash) {
    return HexFormat.of().formatHex(hash);
  }
}
