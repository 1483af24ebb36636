package dev.cleveragents.context.index.lucene;

import java.util.Arrays;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * The words of a text as they are indexed and looked for, in small letters. An identifier gives
 * itself and its parts, which end at an underscore, before a capital that follows a small letter,
 * before the last capital of an acronym that is followed by small letters, and between letters and
 * digits: {@code HTTPServer_v21} gives {@code httpserver_v21, http, server, v, 21} without the
 * parts of one character. A plain word, and each part, loses its English plural; a whole identifier
 * does not. An ideograph is a word. A run of more than {@value #LONGEST} characters is no word but
 * data, and gives nothing.
 *
 * <p>Not safe for use by several threads.
 */
public final class IdentifierTokens {

  public static final int LONGEST = 100;

  private final char[] scratch = new char[LONGEST];
  private char[] letters = new char[256];
  private int[] ends = new int[32];
  private int count;

  /** The words of this text alone. */
  public static IdentifierTokens of(CharSequence text) {
    IdentifierTokens words = new IdentifierTokens();
    words.add(text);
    return words;
  }

  /** Adds the words of one more text. */
  public void add(CharSequence text) {
    add(text, 0, text.length());
  }

  /** Adds the words between two places of a text. */
  public void add(CharSequence text, int from, int to) {
    int start = from;
    while (start < to) {
      char first = text.charAt(start);
      int end = start + 1;
      if (isPart(first)) {
        while (end < to && isPart(text.charAt(end))) {
          end++;
        }
        identifier(text, start, end);
      } else if (Character.isIdeographic(first)) {
        emit(text, start, end, false);
      }
      start = end;
    }
  }

  /** How many there are, repeated ones included. */
  public int count() {
    return count;
  }

  /** The word at this place. */
  public String get(int place) {
    int start = place == 0 ? 0 : ends[place - 1];
    return new String(letters, start, ends[place] - start);
  }

  /** The words for Lucene; each time they are asked for again from the first. */
  public TokenStream stream() {
    return new Stream();
  }

  private void identifier(CharSequence text, int from, int to) {
    int start = from;
    int end = to;
    while (start < end && text.charAt(start) == '_') {
      start++;
    }
    while (end > start && text.charAt(end - 1) == '_') {
      end--;
    }
    if (start == end || end - start > LONGEST) {
      return;
    }
    int part = partEnd(text, start, end);
    if (part == end) {
      emit(text, start, end, true);
      return;
    }
    emit(text, start, end, false);
    for (int at = start; at < end; at = part) {
      part = partEnd(text, at, end);
      if (part - at > 1 && text.charAt(at) != '_') {
        emit(text, at, part, true);
      }
    }
  }

  private static int partEnd(CharSequence text, int from, int to) {
    int end = from + 1;
    while (end < to && !endsBefore(text, end, to)) {
      end++;
    }
    return end;
  }

  /** Whether a part ends before this place, which is not the first. */
  private static boolean endsBefore(CharSequence text, int place, int to) {
    char before = text.charAt(place - 1);
    char here = text.charAt(place);
    if ((before == '_') != (here == '_') || Character.isDigit(before) != Character.isDigit(here)) {
      return true;
    }
    if (!Character.isUpperCase(here)) {
      return false;
    }
    boolean beforeSmall = place + 1 < to && Character.isLowerCase(text.charAt(place + 1));
    return !Character.isUpperCase(before) || beforeSmall;
  }

  private void emit(CharSequence text, int from, int to, boolean plural) {
    int length = to - from;
    for (int i = 0; i < length; i++) {
      scratch[i] = Character.toLowerCase(text.charAt(from + i));
    }
    if (plural) {
      length = withoutPlural(scratch, length);
    }
    int start = count == 0 ? 0 : ends[count - 1];
    if (start + length > letters.length) {
      letters = Arrays.copyOf(letters, Math.max(letters.length * 2, start + length));
    }
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, count * 2);
    }
    System.arraycopy(scratch, 0, letters, start, length);
    ends[count++] = start + length;
  }

  /** Harman's S stemmer: the new length of the word, of which one letter may have changed. */
  private static int withoutPlural(char[] word, int length) {
    if (length < 4 || word[length - 1] != 's') {
      return length;
    }
    char before = word[length - 3];
    return switch (word[length - 2]) {
      case 'u', 's' -> length;
      case 'e' -> {
        if (before == 'i' && word[length - 4] != 'a' && word[length - 4] != 'e') {
          word[length - 3] = 'y';
          yield length - 2;
        }
        yield "aeio".indexOf(before) >= 0 ? length : length - 1;
      }
      default -> length - 1;
    };
  }

  /** Whether it is part of an identifier. Almost all are ASCII, which is told faster. */
  private static boolean isPart(char letter) {
    if (letter < 128) {
      return (letter >= 'a' && letter <= 'z')
          || (letter >= 'A' && letter <= 'Z')
          || (letter >= '0' && letter <= '9')
          || letter == '_';
    }
    return Character.isLetterOrDigit(letter) && !Character.isIdeographic(letter);
  }

  private final class Stream extends TokenStream {

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private int next;

    @Override
    public void reset() {
      next = 0;
    }

    @Override
    public boolean incrementToken() {
      if (next == count) {
        return false;
      }
      int start = next == 0 ? 0 : ends[next - 1];
      clearAttributes();
      term.copyBuffer(letters, start, ends[next] - start);
      next++;
      return true;
    }
  }
}
