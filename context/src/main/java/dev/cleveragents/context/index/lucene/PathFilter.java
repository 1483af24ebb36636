package dev.cleveragents.context.index.lucene;

import java.io.IOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.FixedBitSet;

/**
 * Knows of most paths that a segment has no file of that name, without reading the segment; of a
 * path that it has, deleted or not, it never says so. Imports and tests are looked for in many
 * places where nothing is. Immutable once made.
 */
public final class PathFilter {

  private static final int BITS_A_PATH = 16;
  private static final int MIX = 0x9e3779b9;
  private static final int MIX_AGAIN = 0x85ebca6b;

  private final FixedBitSet bits;
  private final int shift;

  private PathFilter(long paths) {
    int power = Math.clamp(Long.SIZE - Long.numberOfLeadingZeros(paths * BITS_A_PATH), 6, 30);
    this.bits = new FixedBitSet(1 << power);
    this.shift = Integer.SIZE - power;
  }

  public static PathFilter of(LeafReader leaf) throws IOException {
    Terms paths = leaf.terms(IndexFields.FILE);
    if (paths == null) {
      return new PathFilter(0);
    }
    PathFilter filter = new PathFilter(Math.max(0, paths.size()));
    TermsEnum each = paths.iterator();
    while (each.next() != null) {
      filter.add(each.term().utf8ToString().hashCode());
    }
    return filter;
  }

  private void add(int hash) {
    bits.set((hash * MIX) >>> shift);
    bits.set((hash * MIX_AGAIN) >>> shift);
  }

  /** Whether the segment may have a file of this path. */
  public boolean mayHave(String path) {
    int hash = path.hashCode();
    return bits.get((hash * MIX) >>> shift) && bits.get((hash * MIX_AGAIN) >>> shift);
  }

  /** The bytes it takes. */
  public long weight() {
    return bits.length() / Byte.SIZE;
  }
}
