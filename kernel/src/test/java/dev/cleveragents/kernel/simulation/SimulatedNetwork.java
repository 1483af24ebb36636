package dev.cleveragents.kernel.simulation;

import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.simulation.NextStep.Call;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The network between the processes and the store. */
final class SimulatedNetwork {

  /** What happens to the letters of a process that is cut off. */
  enum Cut {
    REQUESTS_LOST,
    REPLIES_LOST
  }

  private record CutOff(Cut cut, long until) {}

  private final SimulationContext world;
  private final JobStore store;
  private final List<SimulatedCall<?>> letters = new ArrayList<>();
  private final Map<SimulatedProcess, CutOff> cutOff = new LinkedHashMap<>();

  SimulatedNetwork(SimulationContext world, JobStore store) {
    this.world = world;
    this.store = store;
  }

  <T> SimulatedCall<T> send(SimulatedThread sender, Call<T> call) {
    SimulatedCall<T> letter = new SimulatedCall<>(sender, call);
    letters.add(letter);
    return letter;
  }

  void cutOff(SimulatedProcess process, Cut cut, long until) {
    cutOff.put(process, new CutOff(cut, until));
  }

  boolean isCutOff(SimulatedProcess process) {
    CutOff off = cutOff.get(process);
    return off != null && off.until > world.now();
  }

  /** The letters that can be delivered now. */
  void collectDeliverable(List<SimulatedCall<?>> into) {
    long now = world.now();
    for (SimulatedCall<?> letter : letters) {
      SimulatedProcess process = letter.sender().process();
      boolean canArrive = !letter.isExecuted() || !process.isPaused() || letter.isForsaken();
      if (canArrive && letter.heldUntil() <= now) {
        into.add(letter);
      }
    }
  }

  /** When the next letter that is held up comes free. */
  long nextRelease() {
    long next = Long.MAX_VALUE;
    for (SimulatedCall<?> letter : letters) {
      if (letter.heldUntil() > world.now()) {
        next = Math.min(next, letter.heldUntil());
      }
    }
    return next;
  }

  List<SimulatedCall<?>> letters() {
    return letters;
  }

  /** One step of a letter's way. */
  void move(SimulatedCall<?> letter) {
    if (letter.isExecuted()) {
      deliver(letter);
    } else if (isCut(letter, Cut.REQUESTS_LOST)) {
      loseRequest(letter);
    } else {
      execute(letter);
    }
  }

  /** It never arrives; the sender hears nothing. */
  void loseRequest(SimulatedCall<?> letter) {
    world.saw(CoveredEvent.REQUEST_LOST);
    world.note(() -> letter + ": request lost");
    letters.remove(letter);
    giveUp(letter);
  }

  /** The sender hears nothing, and the request is on its way all the same. */
  void makeLate(SimulatedCall<?> letter) {
    world.note(() -> letter + ": sender gives up, request still on its way");
    giveUp(letter);
  }

  /** The store has done it, and the sender does not hear so. */
  void loseReply(SimulatedCall<?> letter) {
    world.saw(CoveredEvent.REPLY_LOST);
    world.note(() -> letter + ": reply lost");
    letters.remove(letter);
    giveUp(letter);
  }

  /** No message is held up, lost or late from here on; late ones arrive now or never. */
  void clearUp() {
    cutOff.clear();
    for (SimulatedCall<?> letter : List.copyOf(letters)) {
      letter.holdUntil(0);
      if (letter.isForsaken()) {
        if (!letter.isExecuted() && world.once(2)) {
          execute(letter);
        }
        letters.remove(letter);
      }
    }
  }

  private void execute(SimulatedCall<?> letter) {
    boolean late = letter.isForsaken();
    world.note(() -> letter + (late ? " (late)" : ""));
    letter.execute(store);
    if (late) {
      world.saw(CoveredEvent.REQUEST_EXECUTED_LATE);
      letters.remove(letter);
    }
  }

  private void deliver(SimulatedCall<?> letter) {
    if (isCut(letter, Cut.REPLIES_LOST)) {
      loseReply(letter);
      return;
    }
    letters.remove(letter);
    if (!letter.isForsaken()) {
      letter.deliver();
    }
  }

  private static void giveUp(SimulatedCall<?> letter) {
    if (!letter.isForsaken()) {
      letter.giveUp();
    }
  }

  private boolean isCut(SimulatedCall<?> letter, Cut cut) {
    SimulatedProcess process = letter.sender().process();
    CutOff off = cutOff.get(process);
    // A frozen sender cannot even notice that nothing comes back.
    return off != null && off.cut == cut && off.until > world.now() && !process.isPaused();
  }
}
