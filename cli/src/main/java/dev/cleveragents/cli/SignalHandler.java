package dev.cleveragents.cli;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.exec.OrphanedCommands;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns a request to end the process (Ctrl-C, SIGTERM, a closed terminal) into a cancelled token,
 * gives the command some time to end in order, and then ends the process with exit code 130. A
 * second signal ends it at once. If the command does not end in order, the processes that it
 * started are killed too.
 *
 * <p>It uses a shutdown hook, the only supported way to handle such a request. The hook is the one
 * thread outside {@code kernel.scope}; the Java runtime starts it, and the architecture rules name
 * this class as their exception. {@code exitCode} is written before {@code finished} is counted
 * down and read after, which orders the two.
 */
final class SignalHandler implements SignalPatience {

  /** How long a command has to end in order, unless it asked for more. */
  static final Duration GRACE = Duration.ofSeconds(5);

  private final CancellationSource source = new CancellationSource();
  private final CountDownLatch finished = new CountDownLatch(1);
  private volatile Duration patience = GRACE;
  private volatile String farewell = "";

  /** Set before commands are killed: with them the program may end as if in order. */
  private volatile boolean leaving;

  private int exitCode = ExitCode.INTERRUPTED.number();

  private SignalHandler() {}

  /** Registers the shutdown hook. */
  static SignalHandler listen() {
    SignalHandler interrupts = new SignalHandler();
    Runtime.getRuntime().addShutdownHook(new Thread(interrupts::atShutdown, "interrupt"));
    return interrupts;
  }

  /** Cancelled when the process is asked to end. */
  CancellationToken token() {
    return source.token();
  }

  @Override
  public void allow(Duration time) {
    patience = time;
  }

  @Override
  public void ifKilled(String lines) {
    farewell = lines;
  }

  /** Records that the command has ended, so that a later request cancels nothing. */
  void finished(int code) {
    exitCode = code;
    finished.countDown();
  }

  private void atShutdown() {
    if (finished.getCount() == 0) {
      return;
    }
    ProcessSignals.handle(this::leave, "INT", "TERM");
    source.cancel(CancellationCause.shutdown("The process was asked to end"));
    try {
      if (finished.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        Runtime.getRuntime().halt(leaving ? ExitCode.INTERRUPTED.number() : exitCode);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    leave();
  }

  private void leave() {
    leaving = true;
    try {
      if (!farewell.isEmpty()) {
        Streams.ofThisProcess().complain("\n" + farewell);
      }
      OrphanedCommands.killBelow(ProcessHandle.current());
    } finally {
      Runtime.getRuntime().halt(ExitCode.INTERRUPTED.number());
    }
  }
}
