package dev.cleveragents.engine.stray;

import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Looks for strays of one kind and, where it is told to, clears those that nobody needs. */
interface Hunt {

  /**
   * A stray and how it is cleared; what stays has nothing to do.
   *
   * @param done what is to be said of it once it is cleared
   */
  record Found(Stray stray, Clearing clearing, Supplier<String> done) {

    Found(Stray stray, Clearing clearing) {
      this(stray, clearing, stray::why);
    }

    static Found kept(Stray stray) {
      return new Found(stray, _ -> {});
    }
  }

  /** Clears one thing; done again, it changes nothing. */
  interface Clearing {
    void clear(CancellationToken token) throws Exception;
  }

  /** What there is; changes nothing. */
  List<Found> look(CancellationToken token) throws InterruptedException;

  /** What there is, and what became of it. */
  default List<Stray> run(boolean clear, CancellationToken token) throws InterruptedException {
    List<Stray> strays = new ArrayList<>();
    for (Found found : look(token)) {
      strays.add(
          clear && found.stray.fate() == Stray.Fate.TO_CLEAR ? cleared(found, token) : found.stray);
    }
    return strays;
  }

  private static Stray cleared(Found found, CancellationToken token) throws InterruptedException {
    try {
      found.clearing.clear(token);
      return found.stray.cleared(found.done.get());
    } catch (InterruptedException | dev.cleveragents.kernel.cancel.CancelledException e) {
      throw e;
    } catch (Exception e) {
      // One that cannot be cleared keeps nobody from clearing the others.
      return found.stray.keptBecause(String.valueOf(e.getMessage()));
    }
  }
}
