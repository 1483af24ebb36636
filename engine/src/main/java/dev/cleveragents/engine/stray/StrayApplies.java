package dev.cleveragents.engine.stray;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.apply.ApplyRecovery;
import dev.cleveragents.engine.apply.ApplyRecovery.Open;
import dev.cleveragents.engine.apply.ApplyRecovery.Recovered;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.store.Host;
import java.util.List;
import java.util.Optional;

/** Applies that were interrupted: undone before their COMMIT, finished after it. */
record StrayApplies(ApplyRecovery recovery, Owners owners) implements Hunt {

  @Override
  public List<Found> look(CancellationToken token) {
    return recovery.open().stream().flatMap(open -> found(open).stream()).toList();
  }

  private Optional<Found> found(Open open) {
    if (owners.of(open.lease()).filter(owner -> !owner.isGone()).isPresent()) {
      return Optional.empty();
    }
    String what = "of plan " + open.plan();
    if (!Host.forPeople(open.host()).equals(Host.forPeople(Host.name()))) {
      return Optional.of(
          Found.kept(
              Stray.kept(
                  Stray.Kind.APPLY,
                  what,
                  "it was interrupted on %s and is settled there"
                      .formatted(Host.forPeople(open.host())),
                  null)));
    }
    String why =
        open.committed()
            ? "it was interrupted after the point of no return, and is finished"
            : "it was interrupted before the point of no return, and is undone";
    return Optional.of(new Found(Stray.clearable(Stray.Kind.APPLY, what, why), _ -> settle(open)));
  }

  private void settle(Open open) throws InterruptedException {
    Recovered recovered = recovery.recover();
    if (recovery.open().stream().anyMatch(it -> it.id().equals(open.id()))) {
      throw PlanException.failed(
          recovered.problems().getOrDefault(open.plan(), "somebody else is at it"), null);
    }
  }
}
