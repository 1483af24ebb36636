package dev.cleveragents.context.safety;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts with secrets, and texts that only look so. The files hold {@code {holes}}, which are filled
 * in from a seed: no scanner finds a secret in them.
 */
final class RedactionCorpus {

  private static final Pattern HOLE =
      Pattern.compile("\\{(?:(hex|b62|b64|b64u|up|num|sym):(\\d+)|(words|word|chosen|basic))\\}");

  private static final Pattern SECRET = Pattern.compile("«([^»]*)»");

  private static final List<String> WORDS =
      List.of(
          ("sunshine flower marble kitten orange river purple mountain guitar window silver "
                  + "planet garden winter rocket dragon")
              .split(" ", -1));

  private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  private static final String LOWER = "abcdefghijklmnopqrstuvwxyz";
  private static final String BASE62 = UPPER + LOWER + "0123456789";

  private RedactionCorpus() {}

  /**
   * One text.
   *
   * @param path the file that it is in; '-' if it is in no file, and with a '!' if only in one
   * @param template the text as it stands in the corpus
   * @param secrets what must go
   */
  record Entry(String kind, String path, String template, String text, List<String> secrets) {

    boolean inMessages() {
      return !path.startsWith("!");
    }

    boolean inFiles() {
      return !path.equals("-");
    }

    String file() {
      return path.replace("!", "");
    }
  }

  static List<Entry> read(String name, long seed) {
    List<Entry> entries = new ArrayList<>();
    for (String line : lines(name)) {
      String[] parts = line.split(" \\| ", 3);
      Random random = new Random(31 * seed + parts[2].hashCode());
      String filled =
          HOLE.matcher(parts[2].replace('⏎', '\n'))
              .replaceAll(hole -> Matcher.quoteReplacement(filling(hole, random)));
      List<String> secrets = SECRET.matcher(filled).results().map(it -> it.group(1)).toList();
      entries.add(
          new Entry(
              parts[0], parts[1], parts[2], SECRET.matcher(filled).replaceAll("$1"), secrets));
    }
    return entries;
  }

  private static List<String> lines(String name) {
    try (InputStream in =
        Objects.requireNonNull(RedactionCorpus.class.getResourceAsStream("/redaction/" + name))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.startsWith("#")).toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String filling(java.util.regex.MatchResult hole, Random random) {
    String kind = hole.group(1) == null ? hole.group(3) : hole.group(1);
    int length = hole.group(2) == null ? 0 : Integer.parseInt(hole.group(2));
    return switch (kind) {
      case "hex" -> drawn(random, "0123456789abcdef", length);
      case "b62" -> mixed(random, BASE62, length);
      case "b64" -> mixed(random, BASE62 + "+/", length);
      case "b64u" -> mixed(random, BASE62 + "-_", length);
      case "up" -> drawn(random, UPPER + "234567", length);
      case "num" -> "1" + drawn(random, "0123456789", length - 1);
      case "sym" -> mixed(random, LOWER + "0123456789" + "!@#$%^&*(-_=+)", length);
      case "word" -> word(random);
      case "words" -> word(random) + "-" + word(random);
      case "chosen" ->
          word(random).substring(0, 5) + random.nextInt(10, 99) + drawn(random, UPPER, 3) + "!";
      case "basic" ->
          Base64.getEncoder()
              .encodeToString(
                  (word(random) + ":" + word(random) + random.nextInt(99))
                      .getBytes(StandardCharsets.UTF_8));
      default -> throw new AssertionError(kind);
    };
  }

  private static String word(Random random) {
    return WORDS.get(random.nextInt(WORDS.size()));
  }

  /** With letters and digits at its ends, as nearly all drawn keys have some. */
  private static String mixed(Random random, String of, int length) {
    return length < 6 ? drawn(random, of, length) : "a1" + drawn(random, of, length - 4) + "7Z";
  }

  private static String drawn(Random random, String of, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(of.charAt(random.nextInt(of.length())));
    }
    return text.toString();
  }
}
