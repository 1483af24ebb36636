package dev.cleveragents.exec;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;

/** However a confined command ends, nothing of it is left: all that holds of any command. */
class ConfinedEndingTest {

  @Nested
  class ByNamespaces extends EndingTest {

    @Override
    Command shell(String line) throws InterruptedException {
      return confined(ConfinementTrial.namespaces(System.getenv("PATH")), line);
    }
  }

  @Nested
  class ByBubblewrap extends EndingTest {

    @Override
    Command shell(String line) throws InterruptedException {
      return confined(ConfinementTrial.bubblewrap(System.getenv("PATH")), line);
    }
  }

  private static Command confined(Optional<Wrapper> wrapper, String line)
      throws InterruptedException {
    assumeTrue(wrapper.isPresent(), "what it is confined by is not installed");
    Optional<String> failure = ConfinementTrial.failure(wrapper.get());
    assumeTrue(failure.isEmpty(), () -> failure.orElse(""));
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    return Command.shell(line)
        .confined(
            new Confinement.Wrapping(
                wrapper.get(), new Confines(List.of(temporary), List.of(), List.of())));
  }
}
