package dev.cleveragents.exec;

import dev.cleveragents.exec.confine.Bubblewrap;
import dev.cleveragents.exec.confine.ConfinementRules;
import dev.cleveragents.exec.confine.ConfinementWrapper;
import dev.cleveragents.exec.confine.Isolation;
import dev.cleveragents.exec.confine.NamespaceConfinement;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds out what can confine programs here by confining one: it must be able to write into a folder
 * that is its own, must not be able to if it is not, must not be in our namespaces, and its exit
 * code must arrive. Of the ways that work, the one that keeps most apart counts.
 */
final class ConfinementTrial {

  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final int WRITABLE = 42;
  private static final int READ_ONLY = 43;
  private static final int NOT_APART = 44;
  private static final Path UNUSED = Path.of("/");

  /** Where programs of the system are that users seldom have on their PATH. */
  private static final String SYSTEM_PATH = ":/usr/sbin:/sbin";

  /**
   * Makes no file, so that nothing is left of it when we are killed. Names of namespaces that it
   * must not be in come after the folder.
   */
  private static final String LINE =
      """
      folder=$1
      shift
      for there; do
        [ "$(readlink "/proc/self/ns/${there%%%%:*}")" != "$there" ] || exit %3$d
      done
      touch -c "$folder" 2>/dev/null && exit %1$d
      exit %2$d
      """
          .formatted(WRITABLE, READ_ONLY, NOT_APART);

  private ConfinementTrial() {}

  static Confinement find(String searchPath) throws InterruptedException {
    Set<String> failures = new LinkedHashSet<>();
    for (Isolation isolation : List.of(Isolation.values()).reversed()) {
      for (Optional<ConfinementWrapper> candidate :
          List.of(bubblewrap(searchPath, isolation), namespaces(searchPath, isolation))) {
        if (candidate.isPresent()) {
          Optional<String> failure = failure(candidate.get());
          if (failure.isEmpty()) {
            return Confinement.by(candidate.get(), describe(candidate.get()));
          }
          failures.add(failure.get());
        }
      }
    }
    return Confinement.none(
        failures.isEmpty()
            ? "neither bwrap nor unshare and mount are installed; install bubblewrap"
            : String.join("; ", failures)
                + "; install bubblewrap, or let the system allow namespaces to users");
  }

  private static String describe(ConfinementWrapper wrapper) {
    return switch (wrapper) {
      case Bubblewrap by -> "by " + by.bwrap();
      case NamespaceConfinement by -> "by namespaces that %s makes".formatted(name(by));
    };
  }

  static Optional<ConfinementWrapper> bubblewrap(String searchPath, Isolation isolation) {
    return program("bwrap", searchPath).map(bwrap -> new Bubblewrap(bwrap, isolation));
  }

  /** Programs that the isolation does not use need not be there. */
  static Optional<ConfinementWrapper> namespaces(String searchPath, Isolation isolation) {
    Optional<Path> unshare = program("unshare", searchPath);
    Optional<Path> mount = program("mount", searchPath);
    Optional<Path> setsid =
        isolation.ofProcesses() ? program("setsid", searchPath) : Optional.of(UNUSED);
    Optional<Path> ip =
        isolation.ofNetwork() ? program("ip", searchPath + SYSTEM_PATH) : Optional.of(UNUSED);
    Optional<NamespaceConfinement.User> user = user();
    if (unshare.isEmpty()
        || mount.isEmpty()
        || setsid.isEmpty()
        || ip.isEmpty()
        || user.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new NamespaceConfinement(
            new NamespaceConfinement.Programs(unshare.get(), mount.get(), setsid.get(), ip.get()),
            user.get(),
            isolation));
  }

  private static Optional<Path> program(String name, String searchPath) {
    try {
      return Optional.of(ProgramLookup.find(name, Path.of("/"), searchPath));
    } catch (CannotStartException e) {
      return Optional.empty();
    }
  }

  private static Optional<NamespaceConfinement.User> user() {
    try (Stream<String> status = Files.lines(Path.of("/proc/self/status"))) {
      List<String> ids =
          status
              .filter(line -> line.startsWith("Uid:") || line.startsWith("Gid:"))
              .map(line -> line.split("\t", -1)[2])
              .toList();
      return Optional.of(new NamespaceConfinement.User(ids.getFirst(), ids.getLast()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Why it does not confine; empty if it does. */
  static Optional<String> failure(ConfinementWrapper wrapper) throws InterruptedException {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    ConfinementRules closed = new ConfinementRules(List.of(), List.of(), List.of());
    ConfinementRules open = new ConfinementRules(List.of(folder), List.of(), List.of());
    Optional<String> failure = failure(wrapper, folder, open, WRITABLE);
    return failure.isPresent()
        ? failure
        : failure(wrapper, folder, closed.withoutNetwork(), READ_ONLY);
  }

  private static Optional<String> failure(
      ConfinementWrapper wrapper, Path folder, ConfinementRules rules, int expected)
      throws InterruptedException {
    List<String> line = new ArrayList<>(List.of("sh", "-c", LINE, "sh", folder.toString()));
    line.addAll(namespacesOfThis(wrapper.isolation(), rules));
    Command command =
        Command.of(line)
            .withDirectory(Path.of("/"))
            .withDeadline(DEADLINE)
            .confined(new Confinement.Wrapping(wrapper, rules));
    try {
      CommandResult result = command.run(CancellationToken.none());
      String said = result.errors().text().strip();
      return result.exitCode().orElse(0) == expected
          ? Optional.empty()
          : Optional.of(
              "%s does not work here (%s)"
                  .formatted(name(wrapper), said.isEmpty() ? "no reason given" : said));
    } catch (CannotStartException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Those of this process that a confined one must not be in, such as {@code pid:[4026531836]}. */
  private static List<String> namespacesOfThis(Isolation isolation, ConfinementRules rules) {
    List<String> kinds = new ArrayList<>();
    if (isolation.ofProcesses()) {
      kinds.addAll(List.of("pid", "ipc"));
    }
    if (isolation.ofNetwork() && !rules.network()) {
      kinds.add("net");
    }
    return kinds.stream().flatMap(kind -> namespace(kind).stream()).toList();
  }

  private static Optional<String> namespace(String kind) {
    try {
      return Optional.of(Files.readSymbolicLink(Path.of("/proc/self/ns", kind)).toString());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Path name(ConfinementWrapper wrapper) {
    return switch (wrapper) {
      case Bubblewrap by -> by.bwrap();
      case NamespaceConfinement by -> by.programs().unshare();
    };
  }
}
