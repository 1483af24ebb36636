package dev.cleveragents.models.access;

import java.util.regex.Pattern;

/** The key of a provider. Its {@code toString} hides it. */
public final class Secret {

  /** A shorter text could be a part of ordinary words. */
  private static final int SHORTEST = 4;

  private static final String MARK = "[key]";

  /** Header values may have no other characters. */
  private static final Pattern USABLE = Pattern.compile("[!-~]+");

  /** How the keys of known providers start, also where a provider masks the middle. */
  private static final Pattern LOOKS_LIKE_A_KEY =
      Pattern.compile("\\b(?:sk|pk|rk|gsk|xai)-[\\w.*-]{4,}|\\bAIza[\\w*-]{4,}");

  private final String text;

  /**
   * Holds a key.
   *
   * @throws IllegalArgumentException if it has characters that no header may have; the message does
   *     not show it
   */
  public Secret(String text) {
    if (!USABLE.matcher(text).matches()) {
      throw new IllegalArgumentException("The key is empty, or has spaces or control characters");
    }
    this.text = text;
  }

  /** The key itself, for the request that it signs. */
  public String reveal() {
    return text;
  }

  /** The same message with a mark in place of this key, and of what looks like another. */
  public String redact(String message) {
    String without = text.length() < SHORTEST ? message : message.replace(text, MARK);
    return redactAny(without);
  }

  /** The same message with a mark in place of what looks like a key. */
  public static String redactAny(String message) {
    return LOOKS_LIKE_A_KEY.matcher(message).replaceAll(MARK);
  }

  @Override
  public String toString() {
    return MARK;
  }
}
