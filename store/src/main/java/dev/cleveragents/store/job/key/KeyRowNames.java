package dev.cleveragents.store.job.key;

import dev.cleveragents.kernel.job.JobSpec;
import java.util.List;

/**
 * The names of keys and of the places at them in the database: lines as {@link KeyListText} writes
 * them, first the key, then type and group of the jobs. So the places of a key are adjacent, and
 * none has the name of another key.
 */
public final class KeyRowNames {

  private KeyRowNames() {}

  public static String ofKey(String key) {
    return IndexedText.of(String.valueOf(KeyListText.write(List.of(key))));
  }

  /** Where jobs like this one wait for that key. */
  public static String of(String key, JobSpec spec) {
    return spec.group() == null
        ? ofKey(key) + "\n" + ofKey(spec.type())
        : ofKey(key) + "\n" + ofKey(spec.type()) + "\n" + ofKey(spec.group());
  }

  /** What the names of all places of a key begin with. */
  static String firstOf(String key) {
    return ofKey(key) + "\n";
  }

  /** What comes after all of them. */
  static String endOf(String key) {
    return ofKey(key) + (char) ('\n' + 1);
  }
}
