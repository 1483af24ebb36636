package dev.cleveragents.context.index;

/**
 * How an index is made.
 *
 * @param rules what is taken in
 * @param stepFiles after how many files an unfinished update is written down, so that after a kill
 *     it continues from there
 */
public record IndexSettings(IndexRules rules, int stepFiles) {

  /** Steps of 5,000 files. */
  public static final IndexSettings STANDARD = new IndexSettings(IndexRules.STANDARD, 5_000);

  /** The same under other rules. */
  public IndexSettings withRules(IndexRules others) {
    return new IndexSettings(others, stepFiles);
  }
}
