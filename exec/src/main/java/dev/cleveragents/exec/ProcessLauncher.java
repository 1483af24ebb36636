package dev.cleveragents.exec;

import dev.cleveragents.exec.tree.DescendantTree;
import dev.cleveragents.exec.tree.HostCapabilities;
import dev.cleveragents.exec.tree.MarkedTree;
import dev.cleveragents.exec.tree.NamespaceTree;
import dev.cleveragents.exec.tree.ProcessMoment;
import dev.cleveragents.exec.tree.ProcessTree;
import dev.cleveragents.exec.tree.RunMarker;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Starts the main process of a command, where the program {@code setsid} is there in a session of
 * its own: so what it starts is known by the session, and no terminal of ours is theirs.
 *
 * <p>Standard input is a pipe, or nothing. It is never a file: programs that run at the same time
 * as the same user, as confined commands do in folders for temporary files, could write to it.
 *
 * @param program the program's file
 * @param process the main process
 * @param tree all that will come of it
 * @param throughSetsid whether setsid came first; it replaces itself with the program
 * @param waiting the main process, if that is not the program but waits for it
 */
record ProcessLauncher(
    Path program,
    Process process,
    ProcessTree tree,
    boolean throughSetsid,
    Optional<ProcessHandle> waiting) {

  static ProcessLauncher of(
      Command command, RunMarker marker, Map<String, String> variables, HostCapabilities machine) {
    String name = command.arguments().getFirst();
    Path program =
        ProgramLookup.find(name, command.directory(), variables.getOrDefault("PATH", ""));
    List<String> line = new ArrayList<>();
    machine.setsid().ifPresent(setsid -> line.add(setsid.toString()));
    line.addAll(confining(command, name));
    line.add(program.toString());
    line.addAll(command.arguments().subList(1, command.arguments().size()));
    ProcessBuilder builder = new ProcessBuilder(line).directory(command.directory().toFile());
    builder.environment().clear();
    builder.environment().putAll(variables);
    ProcessMoment since = machine.table() ? ProcessMoment.now() : ProcessMoment.BEGINNING;
    Process process = start(name, builder, command.streams());
    boolean session = machine.setsid().isPresent();
    ProcessTree found =
        machine.table()
            ? new MarkedTree(marker, since, session ? process.toHandle() : null)
            : new DescendantTree(process.toHandle());
    boolean namespace = command.wrapping().filter(Confinement.Wrapping::isNamespace).isPresent();
    ProcessTree tree = namespace ? new NamespaceTree(process, found) : found;
    Optional<ProcessHandle> waiting =
        command.wrapping().filter(it -> it.wrapper().waits()).map(_ -> process.toHandle());
    return new ProcessLauncher(program, process, tree, session, waiting);
  }

  private static List<String> confining(Command command, String name) {
    Optional<Confinement.Wrapping> wrapping = command.wrapping();
    try {
      return wrapping.isPresent() ? wrapping.get().before(command) : List.of();
    } catch (IOException e) {
      throw new CannotStartException(
          "'%s' was not started: it cannot be confined, because the mounts of this machine cannot be read (%s). Check that /proc is mounted"
              .formatted(name, e),
          e);
    }
  }

  private static Process start(String name, ProcessBuilder builder, Command.Streams streams) {
    try {
      return streams.areWithoutInput()
          ? builder.redirectInput(new File("/dev/null")).start()
          : builder.start();
    } catch (IOException e) {
      throw new CannotStartException(
          "'%s' was not started: %s. Check the program, and how many processes and how much memory are free"
              .formatted(name, e.getMessage()),
          e);
    }
  }
}
