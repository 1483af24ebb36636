package dev.cleveragents.models.mcp;

import dev.cleveragents.exec.CannotStartException;
import dev.cleveragents.exec.Command;
import dev.cleveragents.exec.CommandEnding;
import dev.cleveragents.exec.CommandResult;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.HeadAndTail;
import dev.cleveragents.exec.OutputChannel;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.scope.Scope;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server that is a program of this process: each message is one line on its standard streams. A
 * program that does not read what it is sent delays no caller: one thread writes.
 */
final class StdioChannel implements Channel {

  private static final Logger log = LoggerFactory.getLogger(StdioChannel.class);
  private static final Duration FOR_EVER = Duration.ofDays(3_650);
  private static final Duration GRACE = Duration.ofMillis(500);
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(10);
  private static final int KEPT_ERRORS = 4_000;

  /** Ends the writer; no message is empty. */
  private static final byte[] END = {};

  private final CommandRunner runner;
  private final Command command;
  private final Scope scope;
  private final HeadAndTail errors = new HeadAndTail(KEPT_ERRORS);
  private final LinkedBlockingQueue<byte[]> toSend = new LinkedBlockingQueue<>();

  /**
   * @param scope its own; closed with the channel
   */
  StdioChannel(CommandRunner runner, Command command, Scope scope) {
    this.runner = runner;
    this.command = command;
    this.scope = scope;
  }

  @Override
  public void open(Receiver receiver) {
    LineSplitter lines = new LineSplitter(receiver::message);
    Command live =
        command
            .withDeadline(FOR_EVER)
            .withGrace(GRACE)
            .withKeptBytes(0)
            .withPipe(pipe -> scope.fork("writer", () -> write(pipe)))
            .withLive((from, bytes) -> received(from, bytes, lines));
    scope.fork(
        "program",
        () -> {
          String why = "it was not started";
          try {
            why = described(runner.run(live, scope.token()));
          } catch (CannotStartException e) {
            why = String.valueOf(e.getMessage());
          } finally {
            toSend.add(END);
            receiver.ended(why);
          }
          return true;
        });
  }

  private void received(OutputChannel from, byte[] bytes, LineSplitter lines) {
    if (from == OutputChannel.ERRORS) {
      errors.add(bytes);
    } else if (!lines.add(bytes)) {
      scope.cancel(
          CancellationCause.closed(
              "it sent a message of more than %,d bytes".formatted(LineSplitter.LONGEST_LINE)));
    }
  }

  private boolean write(OutputStream pipe) throws InterruptedException {
    try (pipe) {
      for (byte[] next = toSend.take(); next.length > 0; next = toSend.take()) {
        pipe.write(next);
        pipe.flush();
      }
    } catch (IOException e) {
      log.debug("An MCP server does not read any more", e);
    }
    return true;
  }

  /** How the program ended, with what it wrote to standard error. */
  private String described(CommandResult result) {
    String ending =
        switch (result.ending()) {
          case CommandEnding.Exited(int code) -> "exit code " + code;
          case CommandEnding.DeadlinePassed _ -> "deadline";
          case CommandEnding.Cancelled(CancellationCause cause) -> cause.reason();
        };
    String said = errors.captured().text().strip();
    return said.isEmpty() ? ending : ending + ": " + said;
  }

  @Override
  public Exchange request(String message, Consumer<Exception> failed) {
    tell(message);
    return Exchange.DONE;
  }

  @Override
  public void tell(String message) {
    toSend.add((message + "\n").getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void begin(String message, String protocolVersion) {
    tell(message);
  }

  @Override
  public void close() {
    scope.closeWithin(CLOSE_WITHIN);
  }
}
