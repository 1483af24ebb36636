package dev.cleveragents.store.job.key;

import dev.cleveragents.kernel.job.JobSpec;
import java.util.List;

/**
 * The names of the rows in {@code job_keys}, for keys and for their places: lines as {@link
 * KeyListText} writes them, first the key, then type and group of the jobs. So the places of a key
 * are adjacent, and no place has the name of another key.
 */
public final class KeyRowNames {

  private KeyRowNames() {}

  public static String ofKey(String key) {
    return IndexedText.of(String.valueOf(KeyListText.write(List.of(key))));
  }

  /** The place at which jobs like this one wait for the key. */
  public static String of(String key, JobSpec spec) {
    return spec.group() == null
        ? ofKey(key) + "\n" + ofKey(spec.type())
        : ofKey(key) + "\n" + ofKey(spec.type()) + "\n" + ofKey(spec.group());
  }

  /** The prefix of the names of all places of a key. */
  static String firstOf(String key) {
    return ofKey(key) + "\n";
  }

  /** The end of their range, exclusive. */
  static String endOf(String key) {
    return ofKey(key) + (char) ('\n' + 1);
  }
}
