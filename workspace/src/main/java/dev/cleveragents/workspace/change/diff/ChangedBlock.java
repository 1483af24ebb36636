package dev.cleveragents.workspace.change.diff;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Neighbouring lines that differ: those of the old text are replaced by those of the new. Lines are
 * numbered from 0; each range leaves its end out.
 */
public record ChangedBlock(int fromOld, int toOld, int fromNew, int toNew) {

  /** The blocks in which two texts differ, from the top. */
  public static List<ChangedBlock> between(List<String> before, List<String> after) {
    LineDiff edits = LineDiff.between(before, after);
    BitSet removed = edits.removed();
    BitSet added = edits.added();
    List<ChangedBlock> blocks = new ArrayList<>();
    int inOld = 0;
    int inNew = 0;
    while (inOld < before.size() || inNew < after.size()) {
      int toOld = removed.nextClearBit(inOld);
      int toNew = added.nextClearBit(inNew);
      if (toOld > inOld || toNew > inNew) {
        blocks.add(new ChangedBlock(inOld, toOld, inNew, toNew));
      }
      inOld = toOld + 1;
      inNew = toNew + 1;
    }
    return blocks;
  }
}
