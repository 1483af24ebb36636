package dev.cleveragents.workspace.recovery;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.store.machine.HostName;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.apply.ApplyRecovery;
import dev.cleveragents.workspace.apply.ApplyRecovery.Open;
import dev.cleveragents.workspace.apply.ApplyRecovery.Recovered;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Applies that were interrupted: undone before their COMMIT, finished after it. */
public record InterruptedApplies(ApplyRecovery recovery, LeaseOwners owners)
    implements OrphanFinder {

  @Override
  public List<Found> look(CancellationToken token) {
    return recovery.open().stream().flatMap(open -> found(open).stream()).toList();
  }

  private Optional<Found> found(Open open) {
    if (owners.isWorkedUnder(open.lease())) {
      return Optional.empty();
    }
    String what = "of plan " + open.plan();
    if (!open.isOfThisMachine()) {
      return Optional.of(
          Found.kept(
              Orphan.kept(
                  Orphan.Kind.APPLY,
                  what,
                  "it was interrupted on %s and is settled there"
                      .formatted(HostName.forPeople(open.host())),
                  null)));
    }
    String when =
        "it was interrupted %s the point of no return"
            .formatted(open.committed() ? "after" : "before");
    return Optional.of(
        new Found(
            Orphan.clearable(
                Orphan.Kind.APPLY,
                what,
                "%s; --fix %s it, and so does the next command that writes"
                    .formatted(when, open.committed() ? "finishes" : "undoes")),
            _ -> settle(open),
            () -> settled(open, when)));
  }

  private String settled(Open open, String when) {
    String said =
        open.committed()
            ? "%s, and is finished; resume plan %s to record that".formatted(when, open.plan())
            : when + ", and is undone";
    return Stream.concat(
            Stream.of(said),
            recovery.kept(open.id()).stream()
                .map(it -> "kept as you have it: %s (%s)".formatted(it.path(), it.why())))
        .collect(Collectors.joining("; "));
  }

  private void settle(Open open) throws InterruptedException {
    Recovered recovered = recovery.recover();
    if (recovery.open().stream().anyMatch(it -> it.id().equals(open.id()))) {
      throw OperationException.failed(
          recovered.problems().getOrDefault(open.plan(), "another process is recovering it"), null);
    }
  }
}
