package dev.cleveragents.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** A command that runs on a thread of its own, for a test that does something to it meanwhile. */
final class Background implements AutoCloseable {

  static final CancellationCause STOP = CancellationCause.requested("the test asked for it");

  private final CancellationSource source = new CancellationSource();
  private final CountDownLatch ready = new CountDownLatch(1);
  private final FutureTask<CommandResult> task;
  private final Thread thread;

  /** Starts it; it is taken to be ready when it writes a line "ready". */
  Background(Command command) {
    this(command, ThreadFactories.standard());
  }

  Background(Command command, ThreadFactories threads) {
    CommandRunner runner = new CommandRunner(threads, TimeSource.system(), UlidGenerator.system());
    LiveLines lines =
        new LiveLines(
            (_, line) -> {
              if (line.equals("ready")) {
                ready.countDown();
              }
            });
    this.task = new FutureTask<>(() -> runner.run(command.withLive(lines), source.token()));
    this.thread = Thread.ofPlatform().daemon().start(task);
  }

  Background awaitReady() throws InterruptedException {
    assertThat(ready.await(60, TimeUnit.SECONDS)).as("it wrote 'ready'").isTrue();
    return this;
  }

  void cancel() {
    source.cancel(STOP);
  }

  void interrupt() {
    thread.interrupt();
  }

  CommandResult result() throws Exception {
    return task.get(60, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    source.close();
    thread.interrupt();
    await().atMost(Duration.ofSeconds(60)).until(() -> !thread.isAlive());
  }
}
