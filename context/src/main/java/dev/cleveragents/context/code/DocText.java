package dev.cleveragents.context.code;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes one sentence of a comment, whatever it is written in. */
public final class DocText {

  private static final int LONGEST = 300;

  private static final Pattern MARKS =
      Pattern.compile("^\\s*(?:/\\*+!?|\\*+/|//[/!]?|\\*(?!\\*)|#+!?|--+|;+|\"\"\"|''')?\\s?");
  private static final Pattern INLINE_TAG = Pattern.compile("\\{@\\w+\\s+([^{}]*)}");
  private static final Pattern MARKUP = Pattern.compile("</?[A-Za-z][^<>]*>");
  private static final Pattern SENTENCE = Pattern.compile("^.*?[.!?](?=\\s|$)");
  private static final Pattern SPACE = Pattern.compile("\\s+");

  private DocText() {}

  /** The first sentence of comments that follow each other, on one line; empty if there is none. */
  public static String summary(List<String> comments) {
    StringBuilder text = new StringBuilder();
    boolean done = false;
    for (String line : String.join("\n", comments).lines().toList()) {
      String bare = bare(line);
      done |= bare.startsWith("@") || (bare.isEmpty() && !text.isEmpty());
      if (!done) {
        text.append(' ').append(bare);
      }
    }
    return firstSentence(text.toString());
  }

  /** The first sentence of a text, on one line. */
  public static String firstSentence(String text) {
    String line = SPACE.matcher(text).replaceAll(" ").strip();
    Matcher sentence = SENTENCE.matcher(line);
    String found = sentence.find() ? sentence.group() : line;
    return found.length() <= LONGEST ? found : shortened(found);
  }

  /** Ends at a word: this is a summary, not a piece of source. */
  private static String shortened(String text) {
    int space = text.lastIndexOf(' ', LONGEST - 1);
    return text.substring(0, space > LONGEST / 2 ? space : LONGEST - 1) + "…";
  }

  private static String bare(String line) {
    String bare = MARKS.matcher(line).replaceFirst("").strip();
    if (bare.endsWith("*/")) {
      bare = bare.substring(0, bare.length() - 2).strip();
    }
    bare = INLINE_TAG.matcher(bare).replaceAll("$1");
    return MARKUP.matcher(bare).replaceAll("").strip();
  }
}
