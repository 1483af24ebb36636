package dev.cleveragents.workspace.recovery;

import dev.cleveragents.exec.OrphanedCommands;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.files.MakerProcess;
import java.util.ArrayList;
import java.util.List;

/**
 * Commands that run on although the lease they were started under is over, and MCP servers whose
 * worker was killed.
 */
public record OrphanedProcesses(LeaseOwners owners) implements OrphanFinder {

  private static final String SERVER = "mcp";

  @Override
  public List<Found> look(CancellationToken token) {
    List<Found> all = new ArrayList<>();
    OrphanedCommands.running()
        .forEach(
            (owner, processes) -> {
              if (owners.of(owner).filter(LeaseOwner::isGone).isPresent()) {
                String why = "started under the lease %s, which is over".formatted(owner);
                all.add(found(owner, processes, why));
              } else if (isServerOfTheGone(owner)) {
                all.add(found(owner, processes, "an MCP server of a process that is gone"));
              }
            });
    return all;
  }

  /** The owner of a server for tools, which this process starts and ends. */
  public static String serverOwner(String name) {
    return MakerProcess.nameFor(SERVER) + name.replace('/', ',');
  }

  /**
   * Ends the servers of processes on this machine that were killed.
   *
   * @return ids of processes that did not die; almost always empty
   */
  public static List<Long> endServersOfTheGone() {
    return OrphanedCommands.running().keySet().stream()
        .filter(OrphanedProcesses::isServerOfTheGone)
        .flatMap(owner -> OrphanedCommands.endOwned(owner).stream())
        .toList();
  }

  private static boolean isServerOfTheGone(String owner) {
    return MakerProcess.named(SERVER, owner).filter(MakerProcess::isGone).isPresent();
  }

  private static Found found(String lease, List<Long> processes, String why) {
    return new Found(
        Orphan.clearable(
            Orphan.Kind.PROCESSES,
            String.join(" ", processes.stream().map(String::valueOf).toList()),
            why),
        _ -> {
          List<Long> left = OrphanedCommands.endOwned(lease);
          if (!left.isEmpty()) {
            throw OperationException.failed("they do not end: " + left, null);
          }
        });
  }
}
