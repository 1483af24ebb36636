package dev.cleveragents.workspace.recovery;

import dev.cleveragents.exec.OrphanedCommands;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import java.util.ArrayList;
import java.util.List;

/** Commands that run on although the lease they were started under is over. */
public record OrphanedProcesses(LeaseOwners owners) implements OrphanFinder {

  @Override
  public List<Found> look(CancellationToken token) {
    List<Found> all = new ArrayList<>();
    OrphanedCommands.running()
        .forEach(
            (lease, processes) ->
                owners
                    .of(lease)
                    .filter(LeaseOwner::isGone)
                    .ifPresent(_ -> all.add(found(lease, processes))));
    return all;
  }

  private static Found found(String lease, List<Long> processes) {
    return new Found(
        Orphan.clearable(
            Orphan.Kind.PROCESSES,
            String.join(" ", processes.stream().map(String::valueOf).toList()),
            "started under the lease %s, which is over".formatted(lease)),
        _ -> {
          List<Long> left = OrphanedCommands.endOwned(lease);
          if (!left.isEmpty()) {
            throw OperationException.failed("they do not end: " + left, null);
          }
        });
  }
}
