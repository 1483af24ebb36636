package dev.cleveragents.bench.retrieval;

import java.util.regex.Pattern;

/** What of a message is a question, and which messages are none. */
final class CommitMessages {

  private static final Pattern TRAILER =
      Pattern.compile(
          "(?im)^\\s*(?:signed-off-by|co-authored-by|reviewed-by|acked-by|tested-by|reported-by|cc|change-id|reviewed-on|closes|fixes|refs?|resolves|see|bug|pr|git-svn-id|cherry[-"
              + " ]picked from[^:\\n"
              + "]*|\\(cherry picked from)\\b\\s*(?::|#|commit|https?:).*$");

  private static final Pattern NUMBER =
      Pattern.compile(
          "\\((?:#|gh-)\\d+\\)|(?<![\\w/])#\\d+\\b|\\bGH-\\d+\\b", Pattern.CASE_INSENSITIVE);

  private static final Pattern ADDRESS = Pattern.compile("https?://\\S+");

  private static final Pattern VERSION_BUMP =
      Pattern.compile(
          "(?is)^\\s*(?:\\w+(?:\\([^)]*\\))?!?:\\s*)?(?:"
              + "\\[maven-release-plugin\\].*"
              + "|(?:bump|upgrade|update)s?\\b.{0,120}\\b(?:from|to)\\s+v?\\d+(?:\\.\\d+)*\\S*.*"
              + "|(?:bump|set|increment|prepare|update)\\b.{0,40}\\bversions?\\b.{0,60}"
              + "|(?:prepare|preparing|prep)\\b.{0,40}\\b(?:release|development)\\b.{0,60}"
              + "|(?:release|released|releasing|version)\\s+v?\\d\\S*.{0,60}"
              + "|v?\\d+\\.\\d+\\S*)\\s*$");

  private CommitMessages() {}

  /** The message without trailers, numbers of issues and addresses. */
  static String question(String message) {
    String text = TRAILER.matcher(message).replaceAll("");
    text = ADDRESS.matcher(text).replaceAll("");
    text = NUMBER.matcher(text).replaceAll("");
    return text.replaceAll("[ \\t]+", " ").replaceAll("\\s*\\n\\s*", "\n").strip();
  }

  /** Whether nothing but the number of a version changes. */
  static boolean isVersionBump(String message) {
    int end = message.indexOf('\n');
    return VERSION_BUMP.matcher(end < 0 ? message : message.substring(0, end)).matches();
  }
}
