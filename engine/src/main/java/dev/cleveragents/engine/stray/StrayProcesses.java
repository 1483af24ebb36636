package dev.cleveragents.engine.stray;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.exec.Leftovers;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.List;

/** Commands that run on although the lease they were started under is over. */
record StrayProcesses(Owners owners) implements Hunt {

  @Override
  public List<Found> look(CancellationToken token) {
    List<Found> all = new ArrayList<>();
    Leftovers.running()
        .forEach(
            (lease, processes) ->
                owners
                    .of(lease)
                    .filter(Owner::isGone)
                    .ifPresent(_ -> all.add(found(lease, processes))));
    return all;
  }

  private static Found found(String lease, List<Long> processes) {
    return new Found(
        Stray.clearable(
            Stray.Kind.PROCESSES,
            String.join(" ", processes.stream().map(String::valueOf).toList()),
            "started under the lease %s, which is over".formatted(lease)),
        _ -> {
          List<Long> left = Leftovers.endOwned(lease);
          if (!left.isEmpty()) {
            throw PlanException.failed("they do not end: " + left, null);
          }
        });
  }
}
