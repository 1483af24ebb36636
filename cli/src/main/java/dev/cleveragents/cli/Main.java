package dev.cleveragents.cli;

import dev.cleveragents.cli.settings.Environment;
import dev.cleveragents.kernel.time.TimeSource;

/** Starts the process, and is the only class that ends it normally. */
public final class Main {

  private Main() {}

  /** Runs one command; see {@code agents help}. */
  public static void main(String[] arguments) {
    SignalHandler interrupts = SignalHandler.listen();
    int exitCode =
        new Application(
                Environment.ofThisProcess(),
                Streams.ofThisProcess(),
                TimeSource.system(),
                interrupts.token(),
                interrupts)
            .run(arguments);
    interrupts.finished(exitCode);
    System.exit(exitCode);
  }
}
