package dev.cleveragents.kernel.worker;

import dev.cleveragents.kernel.job.ClaimResult;
import dev.cleveragents.kernel.job.ClaimResult.Claimed;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.worker.Dispatcher.Parts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One claim under way: so many slots are taken for it, and a cancel that overtakes its answer is
 * kept. {@link #end} gives back the slots that nothing was claimed for; the others belong to the
 * runs. One thread's own at a time.
 */
final class Claiming {

  private final Parts parts;
  private final Slots slots;
  private final SessionId session;
  private final int wanted;
  private final long number;
  private final List<Run> runs = new ArrayList<>();

  /** Begins; so many slots have been taken. */
  Claiming(Parts parts, Slots slots, SessionId session, int wanted) {
    this.parts = parts;
    this.slots = slots;
    this.session = session;
    this.wanted = wanted;
    this.number = parts.runs().claimBegins();
  }

  SessionId session() {
    return session;
  }

  /** Takes note of the answer; null if it is that the session is over. */
  @Nullable Claimed answered(ClaimResult result) {
    return switch (result) {
      case ClaimResult.SessionOver() -> {
        parts.heart().lose(session);
        yield null;
      }
      case Claimed claimed -> {
        claimed.jobs().forEach(job -> runs.add(new Run(job)));
        runs.forEach(parts.runs()::add);
        yield claimed;
      }
    };
  }

  void end() {
    parts.runs().claimAnswered(number);
    slots.giveBack(wanted - runs.size());
  }

  /** Whether something was claimed for every slot. */
  boolean isFull() {
    return runs.size() == wanted;
  }

  /** What is to be started. */
  List<Run> runs() {
    return runs;
  }
}
