package dev.cleveragents.engine.stray;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.sandbox.SandboxState;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Copies that nobody works in any more. Those in which nothing is that is not also elsewhere go;
 * the finished copy of a plan that has not ended stays, one in which a plan waits for an answer,
 * and all that is recorded nowhere.
 */
record StrayCopies(Copies copies) implements Hunt {

  @Override
  public List<Found> look(CancellationToken token) throws InterruptedException {
    return copies.list(token).stream().flatMap(copy -> found(copy).stream()).toList();
  }

  private Optional<Found> found(Copy copy) {
    Holding holding = copy.holding();
    String id = copy.sandbox().id().toString();
    String whose =
        "%s of plan %s, %s: %s"
            .formatted(
                copy.sandbox().resource().forPeople(),
                copy.sandbox().plan(),
                copy.owner().state() == Owner.State.DEAD ? "its owner died" : "nobody works in it",
                holding.note());
    return switch (holding.kind()) {
      case IN_USE -> Optional.empty();
      case NOTHING, STORED ->
          isStillGoing(copy.plan()) && isWanted(copy.sandbox().state())
              ? Optional.empty()
              : Optional.of(clearable(copy, id, whose));
      case GONE -> Optional.of(clearable(copy, id, whose));
      case UNRECORDED, UNREADABLE, ELSEWHERE ->
          Optional.of(
              Found.kept(Stray.kept(Stray.Kind.COPY, id, whose, "agents sandbox export " + id)));
    };
  }

  private Found clearable(Copy copy, String id, String why) {
    return new Found(
        Stray.clearable(Stray.Kind.COPY, id, why),
        token -> copies.remove(copy.sandbox().id(), false, token));
  }

  private static boolean isWanted(SandboxState state) {
    return state == SandboxState.COMMITTED || state == SandboxState.WAITING;
  }

  private static boolean isStillGoing(@Nullable Plan plan) {
    return plan != null && !plan.standing().state().isTerminal();
  }
}
