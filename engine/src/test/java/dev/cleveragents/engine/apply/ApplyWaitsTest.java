package dev.cleveragents.engine.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.engine.apply.ApplyOutcome.Applied;
import dev.cleveragents.engine.apply.TestRepository.Edits;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two that come to what a dead process left: one settles it, the other waits for that. */
class ApplyWaitsTest {

  private static final long PATIENCE = 60;

  @TempDir Path folder;
  private ApplyFixture fixture;
  private TestRepository repository;

  @BeforeEach
  void open() throws Exception {
    fixture = new ApplyFixture(folder);
    repository = TestRepository.with(folder.resolve("repo"));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void an_apply_waits_for_whoever_is_settling_what_an_earlier_one_left() throws Exception {
    String base = repository.head();
    String result = repository.result(fixture.plan, base, Edits.of().put("a", "new\n"));
    GitTarget target = new GitTarget(repository.resource(), "refs/heads/main", base, result);
    ApplyRequest first = fixture.request(target);
    assertThatThrownBy(() -> fixture.service(new Deadly(5)).apply(first, CancellationToken.none()))
        .isInstanceOf(Deadly.Death.class);
    fixture.jobs.closeSession(first.lease().session());
    JournalStore.Row left =
        new JournalStore(fixture.database, fixture.jobs).of(fixture.plan).getFirst();
    assertThat(left.state()).isEqualTo(JournalStore.State.COMMITTED);
    Path directory = left.content().targets().getFirst().place().directory();
    FutureTask<ApplyOutcome> second = new FutureTask<>(() -> fixture.apply(target));
    Thread waiting = new Thread(second, "second");

    try (JournalDirectory held = JournalDirectory.adopt(directory, true).orElseThrow()) {
      waiting.start();
      await()
          .atMost(Duration.ofSeconds(PATIENCE))
          .until(() -> second.isDone() || waiting.getState() == Thread.State.TIMED_WAITING);
      assertThat(held.path()).isEqualTo(directory);
      assertThat(repository.read("a")).isEqualTo("a\n");
    }

    assertThat(second.get(PATIENCE, TimeUnit.SECONDS)).isInstanceOf(Applied.class);
    assertThat(repository.read("a")).isEqualTo("new\n");
    assertThat(repository.git("rev-list", "--count", "HEAD")).isEqualTo("2");
  }
}
