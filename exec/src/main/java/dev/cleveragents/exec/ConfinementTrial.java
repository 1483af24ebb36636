package dev.cleveragents.exec;

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
 * Finds out what can confine programs here by confining one: it must be able to write into its own
 * folder, must not be able to write elsewhere, and its exit code must arrive.
 */
final class ConfinementTrial {

  private static final Duration DEADLINE = Duration.ofSeconds(10);
  private static final int EXPECTED = 42;
  private static final String LINE =
      "echo in > \"$1/in\" && { echo out > \"$2/out\"; } 2>/dev/null && exit 1; exit " + EXPECTED;

  private ConfinementTrial() {}

  static Confinement find(String searchPath) throws InterruptedException {
    List<String> failures = new ArrayList<>();
    for (Optional<Wrapper> candidate : List.of(bubblewrap(searchPath), namespaces(searchPath))) {
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
            ? "neither bwrap nor unshare and mount are here; install bubblewrap"
            : String.join("; ", failures)
                + "; install bubblewrap, or let the system allow namespaces to users");
  }

  private static String describe(Wrapper wrapper) {
    return switch (wrapper) {
      case Bubblewrap(Path bwrap) -> "by " + bwrap;
      case Namespaces names -> "by namespaces that %s makes".formatted(names.unshare());
    };
  }

  static Optional<Wrapper> bubblewrap(String searchPath) {
    return program("bwrap", searchPath).map(Bubblewrap::new);
  }

  static Optional<Wrapper> namespaces(String searchPath) {
    return program("unshare", searchPath)
        .flatMap(
            unshare ->
                program("mount", searchPath)
                    .flatMap(mount -> user().map(user -> new Namespaces(unshare, mount, user))));
  }

  private static Optional<Path> program(String name, String searchPath) {
    try {
      return Optional.of(Program.find(name, Path.of("/"), searchPath));
    } catch (CannotStartException e) {
      return Optional.empty();
    }
  }

  private static Optional<Namespaces.User> user() {
    try (Stream<String> status = Files.lines(Path.of("/proc/self/status"))) {
      List<String> ids =
          status
              .filter(line -> line.startsWith("Uid:") || line.startsWith("Gid:"))
              .map(line -> line.split("\t", -1)[2])
              .toList();
      return Optional.of(new Namespaces.User(ids.getFirst(), ids.getLast()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Why it does not confine; empty if it does. */
  static Optional<String> failure(Wrapper wrapper) throws InterruptedException {
    try {
      Path folder = Files.createTempDirectory("cleveragents-trial");
      try {
        return failure(wrapper, folder);
      } finally {
        for (String left : List.of("mine/in", "mine", "others/out", "others", "")) {
          Files.deleteIfExists(folder.resolve(left));
        }
      }
    } catch (IOException e) {
      return Optional.of("it could not be tried: " + e);
    }
  }

  private static Optional<String> failure(Wrapper wrapper, Path folder)
      throws IOException, InterruptedException {
    Path mine = Files.createDirectory(folder.resolve("mine"));
    Path others = Files.createDirectory(folder.resolve("others"));
    Command command =
        Command.of("sh", "-c", LINE, "sh", mine.toString(), others.toString())
            .withDirectory(mine)
            .withDeadline(DEADLINE)
            .confined(
                new Confinement.Wrapping(
                    wrapper, new Confines(List.of(mine), List.of(), List.of())));
    try {
      CommandResult result = command.run(CancellationToken.none());
      boolean confined =
          result.exitCode().orElse(0) == EXPECTED
              && Files.exists(mine.resolve("in"))
              && Files.notExists(others.resolve("out"));
      String said = result.errors().text().strip();
      return confined
          ? Optional.empty()
          : Optional.of(
              "%s does not work here (%s)"
                  .formatted(name(wrapper), said.isEmpty() ? "no reason given" : said));
    } catch (CannotStartException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static Path name(Wrapper wrapper) {
    return switch (wrapper) {
      case Bubblewrap(Path bwrap) -> bwrap;
      case Namespaces names -> names.unshare();
    };
  }
}
