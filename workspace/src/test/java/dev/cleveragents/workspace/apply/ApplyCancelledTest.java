package dev.cleveragents.workspace.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.MoveResult;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.apply.ApplyRepository.Edits;
import dev.cleveragents.workspace.apply.journal.JournalStore;
import dev.cleveragents.workspace.apply.request.ApplyOutcome;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.Applied;
import dev.cleveragents.workspace.apply.request.ApplyRequest;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.GitTarget;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A wish to stop and the COMMIT of an apply: whichever is stored first holds. */
class ApplyCancelledTest {

  @TempDir Path folder;
  private ApplyFixture fixture;
  private ApplyRepository repository;
  private GitTarget target;

  @BeforeEach
  void open() throws Exception {
    fixture = new ApplyFixture(folder);
    repository = ApplyRepository.with(folder.resolve("repo"));
    target = repository.target(fixture.plan, Edits.of().put("a", "new\n"));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /** Asks the job to stop when the apply reaches a step; the apply's own token is not cancelled. */
  private ApplyStep.Listener cancelAt(ApplyStep wanted, ApplyRequest request) {
    return step -> {
      if (step == wanted) {
        assertThat(fixture.jobs.requestCancel(request.lease().job(), "no", Effects.none()))
            .isInstanceOf(MoveResult.Moved.class);
      }
    };
  }

  @Test
  void a_wish_stored_before_the_commit_leaves_everything_as_it_was() throws Exception {
    Map<String, String> before = repository.everything();
    ApplyRequest request = fixture.request(target);

    assertThatThrownBy(
            () ->
                fixture
                    .service(cancelAt(ApplyStep.STAGED, request))
                    .apply(request, CancellationToken.none()))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("cancelled before its commit");

    assertThat(repository.everything()).isEqualTo(before);
    assertThat(repository.has(".git/cleveragents")).isFalse();
    assertThat(fixture.recover().undone()).isEmpty();
  }

  @Test
  void a_journal_whose_undo_has_begun_is_not_committed() throws Exception {
    Map<String, String> before = repository.everything();
    JournalStore journals = new JournalStore(fixture.database, fixture.jobs);
    ApplyStep.Listener undone =
        step -> {
          if (step == ApplyStep.STAGED) {
            assertThat(journals.undoing(journals.of(fixture.plan).getFirst().id())).isTrue();
          }
        };

    assertThatThrownBy(
            () -> fixture.service(undone).apply(fixture.request(target), CancellationToken.none()))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("rolled back the apply");

    assertThat(fixture.recover().undone()).containsExactly(fixture.plan);
    assertThat(repository.everything()).isEqualTo(before);
  }

  @Test
  void a_wish_stored_after_the_commit_stops_nothing() throws Exception {
    ApplyRequest request = fixture.request(target);

    ApplyOutcome outcome =
        fixture
            .service(cancelAt(ApplyStep.COMMITTED, request))
            .apply(request, CancellationToken.none());

    assertThat(outcome).isInstanceOf(Applied.class);
    assertThat(repository.read("a")).isEqualTo("new\n");
  }

  @Test
  void the_point_of_no_return_is_passed_from_the_commit_on() throws Exception {
    Set<ApplyStep> passed = EnumSet.noneOf(ApplyStep.class);
    List<ApplyStep> seen = new ArrayList<>();

    fixture
        .service(
            step -> {
              seen.add(step);
              if (isPassed()) {
                passed.add(step);
              }
            })
        .apply(fixture.request(target), CancellationToken.none());

    Set<ApplyStep> after = EnumSet.range(ApplyStep.COMMITTED, ApplyStep.CLEARED);
    after.retainAll(seen);
    assertThat(passed).isEqualTo(after).contains(ApplyStep.FILE_PUT_IN);
    assertThat(isPassed()).isTrue();
  }

  private boolean isPassed() {
    return fixture.database.read(
        transaction -> JournalStore.isPastNoReturn(transaction, fixture.plan));
  }
}
