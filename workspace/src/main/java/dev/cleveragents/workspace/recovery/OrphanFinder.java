package dev.cleveragents.workspace.recovery;

import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Finds leftovers of one kind and, if asked to, clears those that are not needed. */
public interface OrphanFinder {

  /**
   * An orphan and how it is cleared; what stays has nothing to do.
   *
   * @param done what is to be said of it once it is cleared
   */
  record Found(Orphan orphan, Clearing clearing, Supplier<String> done) {

    public Found(Orphan orphan, Clearing clearing) {
      this(orphan, clearing, orphan::why);
    }

    public static Found kept(Orphan orphan) {
      return new Found(orphan, _ -> {});
    }
  }

  /** Clears one thing; done again, it changes nothing. */
  interface Clearing {
    void clear(CancellationToken token) throws Exception;
  }

  /** Finds leftovers; changes nothing. */
  List<Found> look(CancellationToken token) throws InterruptedException;

  /** Finds leftovers and, if asked to, clears them. */
  default List<Orphan> run(boolean clear, CancellationToken token) throws InterruptedException {
    List<Orphan> orphans = new ArrayList<>();
    for (Found found : look(token)) {
      orphans.add(
          clear && found.orphan.fate() == Orphan.Fate.TO_CLEAR
              ? cleared(found, token)
              : found.orphan);
    }
    return orphans;
  }

  private static Orphan cleared(Found found, CancellationToken token) throws InterruptedException {
    try {
      found.clearing.clear(token);
      return found.orphan.cleared(found.done.get());
    } catch (InterruptedException | dev.cleveragents.kernel.cancel.CancelledException e) {
      throw e;
    } catch (Exception e) {
      // One that cannot be cleared does not keep the others from being cleared.
      return found.orphan.keptBecause(String.valueOf(e.getMessage()));
    }
  }
}
