package dev.cleveragents.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The thread that reads comes late, as on a machine that stands still for a while. */
@Timeout(60)
class LateReaderTest {

  /** Longer than threads get to end once a command is over. */
  private static final long LATE_SECONDS = 3;

  private final CountDownLatch never = new CountDownLatch(1);
  private final AtomicBoolean first = new AtomicBoolean(true);

  private ThreadFactories firstOneComesLate() {
    ThreadFactories standard = ThreadFactories.standard();
    ThreadFactory virtual =
        work ->
            standard
                .virtual()
                .newThread(
                    () -> {
                      if (first.getAndSet(false)) {
                        waitAWhile();
                      }
                      work.run();
                    });
    return new ThreadFactories(standard.platform(), virtual);
  }

  private void waitAWhile() {
    try {
      assertThat(never.await(LATE_SECONDS, TimeUnit.SECONDS)).isFalse();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void whatAProgramPrintedIsNotTakenForNothing() throws Exception {
    CommandRunner runner =
        new CommandRunner(firstOneComesLate(), TimeSource.system(), UlidGenerator.system());
    CommandResult result = runner.run(Command.of("echo", "here"), CancellationToken.none());
    assertThat(result.output().text()).isEqualTo("here\n");
  }

  @Test
  void anInterruptWhileAProgramIsBeingEndedLosesNothingOfIt(@TempDir Path folder) throws Exception {
    Path up = folder.resolve("up");
    Path asked = folder.resolve("asked");
    Command stubborn =
        Command.shell(
                "trap 'echo > asked' TERM; echo here; echo > up; while :; do sleep 0.01; done")
            .withDirectory(folder)
            .withGrace(Duration.ofDays(1));
    try (Background running = new Background(stubborn, firstOneComesLate())) {
      await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(up));
      running.cancel();
      await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(asked));
      running.interrupt();
      assertThat(running.result().output().text()).isEqualTo("here\n");
    }
  }
}
