package dev.cleveragents.workspace.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.apply.ApplyRepository.Edits;
import dev.cleveragents.workspace.apply.journal.JournalDirectory;
import dev.cleveragents.workspace.apply.journal.JournalStore;
import dev.cleveragents.workspace.apply.request.ApplyOutcome;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.Applied;
import dev.cleveragents.workspace.apply.request.ApplyRequest;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.GitTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two that come to one journal: one settles it, the other waits for that or leaves it alone. */
class ApplyWaitsTest {

  private static final long PATIENCE = 60;

  @TempDir Path folder;
  private ApplyFixture fixture;
  private ApplyRepository repository;

  @BeforeEach
  void open() throws Exception {
    fixture = new ApplyFixture(folder);
    repository = ApplyRepository.with(folder.resolve("repo"));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void an_apply_waits_for_the_recovery_of_an_earlier_one() throws Exception {
    GitTarget target = repository.target(fixture.plan, Edits.of().put("a", "new\n"));
    Path directory = leftBy(target);
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

  @Test
  void who_waits_for_another_can_be_cancelled() throws Exception {
    GitTarget target = repository.target(fixture.plan, Edits.of().put("a", "new\n"));
    Path directory = leftBy(target);
    ApplyRequest second = fixture.request(target);
    CancellationSource source = new CancellationSource();
    source.cancel(CancellationCause.closed("enough"));

    try (JournalDirectory held = JournalDirectory.adopt(directory, true).orElseThrow()) {
      assertThatThrownBy(
              () -> fixture.service(ApplyStep.Listener.NONE).apply(second, source.token()))
          .isInstanceOf(CancelledException.class);
      assertThat(held.path()).isEqualTo(directory);
    }

    assertThat(repository.read("a")).isEqualTo("a\n");
  }

  /** The directory of a journal whose maker died behind the point of no return. */
  private Path leftBy(GitTarget target) {
    ApplyRequest first = fixture.request(target);
    ApplyStep.Listener deadly = SimulatedCrash.at(ApplyStep.COMMITTED);
    assertThatThrownBy(() -> fixture.service(deadly).apply(first, CancellationToken.none()))
        .isInstanceOf(SimulatedCrash.Death.class);
    fixture.jobs.closeSession(first.lease().session());
    JournalStore.Row left =
        new JournalStore(fixture.database, fixture.jobs).of(fixture.plan).getFirst();
    assertThat(left.state()).isEqualTo(JournalStore.State.COMMITTED);
    return left.content().targets().getFirst().place().directory();
  }

  /** Its maker makes the directory first and the lock in it then. */
  @Test
  void a_journal_without_its_lock_yet_is_left_to_the_living_one_that_makes_it() throws Exception {
    GitTarget target = repository.target(fixture.plan, Edits.of().put("a", "new\n"));

    ApplyOutcome outcome =
        fixture
            .service(
                step -> {
                  if (step == ApplyStep.JOURNAL_STORED) {
                    assertThat(recoveredBesideAnEmptyJournal()).isEmpty();
                  }
                })
            .apply(fixture.request(target), CancellationToken.none());

    assertThat(outcome).isInstanceOf(Applied.class);
    assertThat(repository.read("a")).isEqualTo("new\n");
  }

  private List<PlanId> recoveredBesideAnEmptyJournal() {
    JournalStore.Row row =
        new JournalStore(fixture.database, fixture.jobs).of(fixture.plan).getFirst();
    Path directory = row.content().targets().getFirst().place().directory();
    try {
      Files.createDirectories(directory);
      List<PlanId> undone = fixture.recover().undone();
      Files.deleteIfExists(directory);
      return undone;
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
