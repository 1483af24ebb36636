package dev.cleveragents.engine.recovery;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.recovery.LeaseOwner;
import dev.cleveragents.workspace.recovery.Orphan;
import dev.cleveragents.workspace.recovery.OrphanFinder;
import dev.cleveragents.workspace.sandbox.store.SandboxState;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sandboxes that no worker uses any more. Clears those whose work is stored elsewhere. Keeps the
 * finished or waiting sandbox of a plan that has not ended, and every sandbox with unrecorded work.
 */
record OrphanedSandboxes(SandboxService sandboxes) implements OrphanFinder {

  @Override
  public List<Found> look(CancellationToken token) throws InterruptedException {
    return sandboxes.list(token).stream().flatMap(copy -> found(copy).stream()).toList();
  }

  private Optional<Found> found(SandboxReport copy) {
    SandboxContentReport holding = copy.holding();
    String id = copy.sandbox().id().toString();
    String whose =
        "%s of plan %s, %s: %s"
            .formatted(
                copy.sandbox().resource().forPeople(),
                copy.sandbox().plan(),
                copy.owner().state() == LeaseOwner.State.DEAD
                    ? "its owner died"
                    : "no worker uses it",
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
              Found.kept(
                  Orphan.kept(
                      Orphan.Kind.COPY, id, whose, NextAction.of(Verb.SHOW_SANDBOX_CHANGES, id))));
    };
  }

  private Found clearable(SandboxReport copy, String id, String why) {
    return new Found(
        Orphan.clearable(Orphan.Kind.COPY, id, why),
        token -> sandboxes.remove(copy.sandbox().id(), false, token));
  }

  private static boolean isWanted(SandboxState state) {
    return switch (state) {
      case COMMITTED, WAITING, OPENED -> true;
      case CREATED, ACTIVE, ROLLED_BACK, ERRORED, REMOVED -> false;
    };
  }

  private static boolean isStillGoing(@Nullable Plan plan) {
    return plan != null && !plan.status().state().isTerminal();
  }
}
