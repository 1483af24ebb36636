package dev.cleveragents.context.safety;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.safety.RedactionCorpus.Entry;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * How many secrets of the corpus go, and how many texts without one lose something: in messages and
 * in files, by kind. What is missed, and what is taken wrongly, is named here.
 */
class RedactionCorpusTest {

  private static final int SEEDS = 5;

  /** No name and no shape gives these away, or the same name and shape have harmless values. */
  private static final Set<String> MISSED =
      Set.of(
          "wifi: «{words}»",
          "log in as me with «{words}»",
          "my pin is «{num:4}»",
          "x = \"«{b62:40}»\"",
          "password = \"«{word}»\"",
          "redis_auth: «{words}»",
          "mysqli_connect(\"db\", \"me\", \"«{chosen}»\");",
          "new Credentials(\"me\", \"«{chosen}»\")",
          "password («{chosen}») rejected");

  private final Secrets secrets = Secrets.knowing(Map.of());

  @Test
  void allSecretsGoButThoseThatNothingGivesAway() {
    Tally messages = new Tally("messages: secrets that stay");
    Tally files = new Tally("files: secrets that stay");
    for (long seed = 0; seed < SEEDS; seed++) {
      for (Entry entry : RedactionCorpus.read("secrets.txt", seed)) {
        messages.count(entry, Entry::inMessages, leaks(entry, message(entry)));
        files.count(entry, Entry::inFiles, leaks(entry, file(entry)));
      }
    }
    messages.print();
    files.print();
    assertThat(messages.entries).hasSizeGreaterThan(200);
    messages.hits.addAll(files.hits);
    assertThat(messages.hits).containsExactlyInAnyOrderElementsOf(MISSED);
  }

  @Test
  void textsWithoutSecretsStayAsTheyAre() {
    Tally messages = new Tally("messages: false alarms");
    Tally files = new Tally("files: false alarms");
    for (long seed = 0; seed < SEEDS; seed++) {
      for (Entry entry : RedactionCorpus.read("lookalikes.txt", seed)) {
        messages.count(entry, Entry::inMessages, !message(entry).equals(entry.text()));
        files.count(entry, Entry::inFiles, !file(entry).equals(entry.text()));
      }
    }
    messages.print();
    files.print();
    assertThat(messages.entries).hasSizeGreaterThan(200);
    messages.hits.addAll(files.hits);
    assertThat(messages.hits).isEmpty();
  }

  private String message(Entry entry) {
    String safe = secrets.redact(entry.text());
    assertThat(secrets.redact(safe)).as(entry.text()).isEqualTo(safe);
    return safe;
  }

  private String file(Entry entry) {
    String safe = secrets.redactFile(entry.file(), entry.text());
    assertThat(secrets.redactFile(entry.file(), safe)).as(entry.text()).isEqualTo(safe);
    assertThat(safe.lines()).as(entry.text()).hasSameSizeAs(entry.text().lines().toList());
    return safe;
  }

  /** Whether the first or the last part of a secret can still be read. */
  private static boolean leaks(Entry entry, String safe) {
    return entry.secrets().stream()
        .anyMatch(
            secret -> {
              int part = Math.max(4, secret.length() / 2);
              return secret.length() <= part
                  ? safe.contains(secret)
                  : safe.contains(secret.substring(0, part))
                      || safe.contains(secret.substring(secret.length() - part));
            });
  }

  /** Counts by kind. */
  private static final class Tally {

    private final String title;
    private final Map<String, int[]> counts = new TreeMap<>();
    private final Set<String> entries = new LinkedHashSet<>();
    private final Set<String> hits = new LinkedHashSet<>();

    Tally(String title) {
      this.title = title;
    }

    void count(Entry entry, Predicate<Entry> counted, boolean hit) {
      if (counted.test(entry)) {
        int[] count = counts.computeIfAbsent(entry.kind(), _ -> new int[2]);
        count[0] += hit ? 1 : 0;
        count[1]++;
        entries.add(entry.template());
        if (hit) {
          hits.add(entry.template());
        }
      }
    }

    void print() {
      int hit = counts.values().stream().mapToInt(it -> it[0]).sum();
      int all = counts.values().stream().mapToInt(it -> it[1]).sum();
      System.out.printf("%s: %d of %d, %.1f %%%n", title, hit, all, 100.0 * hit / all);
      counts.forEach((kind, it) -> System.out.printf("  %-12s %d of %d%n", kind, it[0], it[1]));
      List<String> sorted = hits.stream().sorted(Comparator.naturalOrder()).toList();
      sorted.forEach(it -> System.out.println("  ! " + it));
    }
  }
}
