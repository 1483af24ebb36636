package dev.cleveragents.exec;

import dev.cleveragents.exec.confine.Bubblewrap;
import dev.cleveragents.exec.confine.ConfinementRules;
import dev.cleveragents.exec.confine.ConfinementWrapper;
import dev.cleveragents.exec.confine.NamespaceConfinement;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds out what can confine programs here by confining one: it must be able to write into a folder
 * that is its own, must not be able to if it is not, and its exit code must arrive.
 */
final class ConfinementTrial {

  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final int WRITABLE = 42;
  private static final int READ_ONLY = 43;

  /** Makes no file, so that nothing is left of it when we are killed. */
  private static final String LINE =
      "touch -c \"$1\" 2>/dev/null && exit %d; exit %d".formatted(WRITABLE, READ_ONLY);

  private ConfinementTrial() {}

  static Confinement find(String searchPath) throws InterruptedException {
    List<String> failures = new ArrayList<>();
    for (Optional<ConfinementWrapper> candidate :
        List.of(bubblewrap(searchPath), namespaces(searchPath))) {
      if (candidate.isPresent()) {
        Optional<String> failure = failure(candidate.get());
        if (failure.isEmpty()) {
          return Confinement.by(candidate.get(), describe(candidate.get()));
        }
        failures.add(failure.get());
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
      case Bubblewrap(Path bwrap) -> "by " + bwrap;
      case NamespaceConfinement names -> "by namespaces that %s makes".formatted(names.unshare());
    };
  }

  static Optional<ConfinementWrapper> bubblewrap(String searchPath) {
    return program("bwrap", searchPath).map(Bubblewrap::new);
  }

  static Optional<ConfinementWrapper> namespaces(String searchPath) {
    return program("unshare", searchPath)
        .flatMap(
            unshare ->
                program("mount", searchPath)
                    .flatMap(
                        mount ->
                            user().map(user -> new NamespaceConfinement(unshare, mount, user))));
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
    Optional<String> closed = failure(wrapper, folder, List.of(folder), WRITABLE);
    return closed.isPresent() ? closed : failure(wrapper, folder, List.of(), READ_ONLY);
  }

  private static Optional<String> failure(
      ConfinementWrapper wrapper, Path folder, List<Path> own, int expected)
      throws InterruptedException {
    Command command =
        Command.of("sh", "-c", LINE, "sh", folder.toString())
            .withDirectory(Path.of("/"))
            .withDeadline(DEADLINE)
            .confined(
                new Confinement.Wrapping(wrapper, new ConfinementRules(own, List.of(), List.of())));
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

  private static Path name(ConfinementWrapper wrapper) {
    return switch (wrapper) {
      case Bubblewrap(Path bwrap) -> bwrap;
      case NamespaceConfinement names -> names.unshare();
    };
  }
}
