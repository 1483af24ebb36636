package dev.cleveragents.cli;

import dev.cleveragents.cli.settings.Environment;
import dev.cleveragents.kernel.time.TimeSource;

/** Where the process starts and, as the only place, where it ends. */
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
                interrupts::allow)
            .run(arguments);
    interrupts.finished(exitCode);
    System.exit(exitCode);
  }
}
