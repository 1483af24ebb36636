package dev.cleveragents.exec;

import dev.cleveragents.kernel.cancel.CancellationToken;

/** A process that runs a command and is killed by a test meanwhile. */
final class Abandoned {

  private Abandoned() {}

  /** Takes an owner and a line for the shell. */
  public static void main(String[] arguments) throws InterruptedException {
    Command.shell(arguments[1]).withOwner(arguments[0]).run(CancellationToken.none());
  }
}
