package dev.cleveragents.bench.context;

import java.util.Locale;
import java.util.Random;

/**
 * Words and names as source code has them: a few occur all the time, most seldom. The same random
 * numbers give the same words.
 */
final class Vocabulary {

  private static final String[] COMMON =
      ("get set add remove find list create update delete load store read write open close parse "
              + "user order account payment invoice customer product session request response "
              + "token cache queue index event message config option setting handler service "
              + "client server node tree path file folder line text value key map table row "
              + "column query filter result error status state time date count size limit "
              + "buffer stream channel lock thread task job worker schedule retry timeout "
              + "balance price total tax discount shipment address country language report")
          .split(" ");

  private static final String[] SYLLABLES =
      "ba co de fi gra hel in jo ka lo mer ni or pra qui ras sto tel ur vel wi xa yo zen"
          .split(" ");

  private static final int RARE = 4_000;

  private Vocabulary() {}

  /** The low numbers come often, and are common words. */
  static String word(Random random) {
    int number = (int) ((COMMON.length + RARE) * Math.pow(random.nextDouble(), 4));
    return number < COMMON.length ? COMMON[number] : rare(number - COMMON.length);
  }

  /** A name of some words, as {@code orderQueue}. */
  static String camel(int words, Random random) {
    StringBuilder name = new StringBuilder(word(random));
    for (int i = 1; i < words; i++) {
      name.append(capital(word(random)));
    }
    return name.toString();
  }

  /** A name of some words, as {@code order_queue}. */
  static String snake(int words, Random random) {
    StringBuilder name = new StringBuilder(word(random));
    for (int i = 1; i < words; i++) {
      name.append('_').append(word(random));
    }
    return name.toString();
  }

  /** As {@code Add the order to the queue of retries.}, without the dot. */
  static String sentence(int words, Random random) {
    StringBuilder sentence = new StringBuilder(capital(word(random)));
    for (int i = 1; i < words; i++) {
      sentence.append(i % 3 == 1 ? " the " : " ").append(word(random));
    }
    return sentence.toString();
  }

  static String capital(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }

  private static String rare(int number) {
    StringBuilder word = new StringBuilder();
    int rest = number + SYLLABLES.length;
    while (rest > 0) {
      word.append(SYLLABLES[rest % SYLLABLES.length]);
      rest /= SYLLABLES.length;
    }
    return word.toString();
  }
}
