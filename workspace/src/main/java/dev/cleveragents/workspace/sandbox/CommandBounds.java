package dev.cleveragents.workspace.sandbox;

import dev.cleveragents.exec.Command;
import dev.cleveragents.exec.Confinement;
import dev.cleveragents.exec.confine.ConfinementRules;
import dev.cleveragents.exec.confine.Isolation;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bounds of commands of plans: they may write the sandboxes of their plan, and the paths that
 * the configuration shares with them; never what the copies were made of. Of our own data they see
 * nothing but their sandboxes. Holds where this machine can confine programs; where it cannot,
 * commands run without and the caller can ask why, or they are refused if the configuration says
 * so. A value.
 *
 * @param mode whether that is wanted
 * @param shared what commands may write besides
 * @param data our own folder, where the sandboxes are, too
 * @param machine tells by what programs can be confined
 */
public record CommandBounds(Mode mode, SharedPaths shared, Path data, Machine machine) {

  private static final Logger log = LoggerFactory.getLogger(CommandBounds.class);

  /** Whether commands are confined. */
  public enum Mode {
    /** Where this machine can. */
    AUTO,
    /** Never. */
    OFF,
    /** Always; where this machine cannot, no command is run. */
    REQUIRE
  }

  /** By what programs can be confined; asked each time. */
  @FunctionalInterface
  public interface Machine {
    Confinement confinement() throws InterruptedException;
  }

  /** Bounds on this machine. */
  public static CommandBounds of(Mode mode, SharedPaths shared, Path data) {
    return new CommandBounds(mode, shared, data, Confinement::ofThisMachine);
  }

  /**
   * The command as it is to be run in these sandboxes.
   *
   * @param network whether it may have the network; without, it has it only where that cannot be
   *     taken away
   * @throws OperationException if it must be confined and cannot be
   */
  public Command around(Command command, List<Sandbox> sandboxes, boolean network)
      throws InterruptedException {
    List<Path> own = new ArrayList<>();
    List<Path> guarded = new ArrayList<>();
    for (Sandbox sandbox : sandboxes) {
      own.add(sandbox.directory());
      // The folder with its files and what lies beside them, such as the file of context.
      guarded.add(sandbox.beside(""));
      guarded.addAll(sandbox.originals());
    }
    return around(command, own, guarded, network);
  }

  /**
   * The command as it is to be run for no plan.
   *
   * @param own what it may write besides the shared paths
   * @param originals what it may not write although it lies in a shared path
   * @throws OperationException if it must be confined and cannot be
   */
  public Command around(Command command, List<Path> own, List<Path> originals)
      throws InterruptedException {
    return around(command, own, originals, true);
  }

  private Command around(Command command, List<Path> own, List<Path> originals, boolean network)
      throws InterruptedException {
    Optional<String> missing = missing();
    if (missing.isPresent() && mode == Mode.REQUIRE) {
      throw new OperationException(
          OperationException.Kind.FAILED,
          "Commands must be confined (sandbox.confine = require), but this machine cannot confine them: "
              + missing.get(),
          "Install what is missing, or allow unconfined commands",
          NextAction.of(Verb.ALLOW_UNCONFINED));
    }
    if (missing.isPresent()) {
      return command;
    }
    if (!network && mode == Mode.REQUIRE && !separatesNetwork()) {
      throw new OperationException(
          OperationException.Kind.FAILED,
          "Commands must be confined (sandbox.confine = require), but this machine cannot run a command without the network",
          "Install bubblewrap or iproute2, allow the command the network (use_network: 0 in the profile), or allow unconfined commands",
          NextAction.of(Verb.ALLOW_UNCONFINED));
    }
    shared.makeMissing(originals);
    List<Path> guarded = new ArrayList<>(originals);
    guarded.addAll(shared.repositories(begin(own), List.of(data)));
    ConfinementRules rules = new ConfinementRules(own, shared.all(), guarded).hiding(data);
    return machine.confinement().confine(command, network ? rules : rules.withoutNetwork());
  }

  /** When the first of some folders was made; now if that is not known. */
  private static Instant begin(List<Path> folders) {
    Instant first = Instant.now();
    for (Path folder : folders) {
      try {
        Instant made =
            Files.readAttributes(folder, BasicFileAttributes.class).creationTime().toInstant();
        first = made.isBefore(first) ? made : first;
      } catch (IOException e) {
        log.debug("Cannot tell the age of {}", folder, e);
      }
    }
    return first;
  }

  /** Whether commands can be run without the network. */
  public boolean separatesNetwork() throws InterruptedException {
    return mode != Mode.OFF
        && machine.confinement().isolation().filter(Isolation::ofNetwork).isPresent();
  }

  /** Why commands are not confined although that was wanted; empty if they are. */
  public Optional<String> unwillingly() throws InterruptedException {
    return mode == Mode.OFF ? Optional.empty() : missing();
  }

  /** Why commands are not confined; empty if they are. */
  public Optional<String> missing() throws InterruptedException {
    if (mode == Mode.OFF) {
      return Optional.of("switched off by sandbox.confine");
    }
    Confinement found = machine.confinement();
    return found.kind() == Confinement.Kind.NONE ? Optional.of(found.remark()) : Optional.empty();
  }
}
