package dev.cleveragents.context.index;

/**
 * How an index is made.
 *
 * @param rules what is taken in
 * @param stepFiles after how many files an unfinished update is written down, so that after a kill
 *     it continues from there
 * @param bufferMegabytes how much is gathered in memory before a segment is written
 * @param workers how many threads work on it
 */
public record IndexSettings(IndexRules rules, int stepFiles, int bufferMegabytes, int workers) {

  /** Steps of 5,000 files, 64 MB, two threads. */
  public static final IndexSettings STANDARD = new IndexSettings(IndexRules.STANDARD, 5_000, 64, 2);

  /** Checks the numbers. */
  public IndexSettings {
    if (stepFiles < 1 || bufferMegabytes < 1 || workers < 1) {
      throw new IllegalArgumentException(
          "Steps, memory and threads of an index are 1 or more, not %d, %d and %d"
              .formatted(stepFiles, bufferMegabytes, workers));
    }
  }

  /** The same under other rules. */
  public IndexSettings withRules(IndexRules others) {
    return new IndexSettings(others, stepFiles, bufferMegabytes, workers);
  }
}
