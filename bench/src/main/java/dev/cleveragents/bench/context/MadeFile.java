package dev.cleveragents.bench.context;

import java.util.Random;

/**
 * A made-up source file: a type, imports, and functions with comments that call functions of other
 * names. Lengths are spread as in real trees: half of the files are below 3 KB, the mean is about 5
 * KB, a few have more than 50 KB. The same number, version and seed give the same file.
 *
 * @param path where it is; the version does not change it
 * @param text what is in it
 */
record MadeFile(String path, String text) {

  private static final double MEDIAN = 3_000;
  private static final double SPREAD = 1.0;
  private static final double LONGEST = 200_000;
  private static final int IN_A_FOLDER = 25;
  private static final int MOST_STATEMENTS = 10;

  static MadeFile of(int number, int version, long seed) {
    Random names = new Random(seed + number * 7_919L);
    MadeLanguage language = MadeLanguage.at(names.nextInt(100));
    String name = Vocabulary.capital(Vocabulary.camel(1 + names.nextInt(3), names));
    Random folder = new Random(seed + 31L * (number / IN_A_FOLDER));
    String path =
        "%s/%s%d/%s%d.%s"
            .formatted(
                Vocabulary.word(folder),
                Vocabulary.word(folder),
                number / IN_A_FOLDER,
                name,
                number % IN_A_FOLDER,
                language.ending);
    Random content = new Random(seed + number * 7_919L + version * 104_729L + 1);
    return new MadeFile(path, text(language, name, content));
  }

  private static String text(MadeLanguage language, String name, Random random) {
    double length = Math.min(LONGEST, MEDIAN * Math.exp(SPREAD * random.nextGaussian()));
    StringBuilder text = new StringBuilder();
    if (language != MadeLanguage.GO) {
      imports(language, text, random);
    }
    line(text, language.comment.formatted(Vocabulary.sentence(8, random)));
    line(text, language.head.formatted(name));
    while (text.length() < length) {
      function(language, text, random);
    }
    return text.append(language.foot).append('\n').toString();
  }

  private static void imports(MadeLanguage language, StringBuilder text, Random random) {
    for (int i = random.nextInt(6); i >= 0; i--) {
      line(text, language.imported.formatted(Vocabulary.capital(Vocabulary.camel(2, random))));
    }
  }

  private static void function(MadeLanguage language, StringBuilder text, Random random) {
    line(text, language.comment.formatted(Vocabulary.sentence(4 + random.nextInt(10), random)));
    String given = Vocabulary.word(random);
    line(text, language.opening.formatted(name(language, random), given));
    String last = given;
    for (int i = random.nextInt(MOST_STATEMENTS); i >= 0; i--) {
      String next = Vocabulary.word(random) + i;
      line(text, language.statement.formatted(next, name(language, random), last));
      last = next;
    }
    line(text, language.last.formatted(last));
  }

  private static String name(MadeLanguage language, Random random) {
    int words = 1 + random.nextInt(3);
    return language.isSnake() ? Vocabulary.snake(words, random) : Vocabulary.camel(words, random);
  }

  private static void line(StringBuilder text, String line) {
    text.append(line).append('\n');
  }
}
