package dev.cleveragents.workspace.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.apply.ApplyRepository.Edits;
import dev.cleveragents.workspace.apply.request.ApplyOutcome;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.Applied;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.ApplyRefused;
import dev.cleveragents.workspace.apply.request.ApplyRequest;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.GitTarget;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What others do while a plan is being applied; forced at the steps. */
class ApplyRaceTest {

  interface Act {
    void run() throws Exception;
  }

  @TempDir Path folder;
  private ApplyFixture fixture;
  private ApplyRepository repository;
  private GitTarget target;

  @BeforeEach
  void open() throws Exception {
    fixture = fixture(folder);
    repository = ApplyRepository.with(folder.resolve("repo"));
    String base = repository.head();
    target =
        new GitTarget(
            repository.resource(),
            "refs/heads/main",
            base,
            repository.result(
                fixture.plan,
                base,
                Edits.of().put("a", "the plan's\n").put("b", "the plan's\n").put("new", "n\n")));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /** The store that the plans are in. */
  ApplyFixture fixture(Path place) {
    return new ApplyFixture(place);
  }

  /** Does something once, at a step. */
  private static ApplyStep.Listener at(ApplyStep when, Act act) {
    boolean[] done = {false};
    return step -> {
      if (step == when && !done[0]) {
        done[0] = true;
        try {
          act.run();
        } catch (Exception e) {
          throw new AssertionError(e);
        }
      }
    };
  }

  private ApplyOutcome applyWith(ApplyStep.Listener steps) throws InterruptedException {
    return fixture.service(steps).apply(fixture.request(target), CancellationToken.none());
  }

  @Test
  void an_edit_after_the_point_of_no_return_is_kept_and_reported() throws Exception {
    Applied applied =
        (Applied) applyWith(at(ApplyStep.COMMITTED, () -> repository.write("b", "late\n")));

    assertThat(applied.kept()).extracting(LocalConflict::path).containsExactly("b");
    assertThat(repository.read("b")).isEqualTo("late\n");
    assertThat(repository.read("a")).isEqualTo("the plan's\n");
    assertThat(repository.status()).isEqualTo(" M b");
  }

  @Test
  void a_branch_that_the_user_moves_by_force_after_the_point_of_no_return_stays_there()
      throws Exception {
    AtomicReference<String> theirs = new AtomicReference<>();
    Applied applied =
        (Applied)
            applyWith(
                at(
                    ApplyStep.COMMITTED,
                    () -> {
                      Files.delete(repository.root.resolve(".git/HEAD.lock"));
                      Files.delete(repository.root.resolve(".git/refs/heads/main.lock"));
                      theirs.set(repository.git("commit-tree", "-m", "theirs", "HEAD^{tree}"));
                      repository.git("update-ref", "refs/heads/main", theirs.get());
                    }));

    String commit = applied.targets().getFirst().commit();
    assertThat(applied.kept())
        .extracting(LocalConflict::why)
        .singleElement()
        .asString()
        .contains("its commit is not on the branch")
        .contains(commit);
    assertThat(repository.head()).isEqualTo(theirs.get());
    assertThat(
            repository.git("for-each-ref", "--format=%(objectname)", "refs/cleveragents/applied"))
        .isEqualTo(commit);
    assertThat(repository.read("a")).isEqualTo("the plan's\n");
    assertThat(repository.status()).contains(" M a", "?? new");
  }

  @Test
  void an_edit_of_the_very_file_that_is_being_moved_out_is_put_back() throws Exception {
    AtomicReference<Path> out = new AtomicReference<>();
    Applied applied =
        (Applied)
            applyWith(
                at(
                    ApplyStep.FILE_TAKEN_OUT,
                    () -> {
                      try (var all = Files.walk(repository.root.resolve(".git/cleveragents"))) {
                        out.set(
                            all.filter(it -> it.endsWith(Path.of("old", "0")))
                                .findFirst()
                                .orElseThrow());
                      }
                      Files.writeString(out.get(), "written through an open handle\n");
                    }));

    assertThat(applied.kept()).extracting(LocalConflict::path).containsExactly("a");
    assertThat(repository.read("a")).isEqualTo("written through an open handle\n");
    assertThat(repository.read("b")).isEqualTo("the plan's\n");
  }

  @Test
  void a_file_that_the_user_puts_in_the_gap_stays() throws Exception {
    Applied applied =
        (Applied) applyWith(at(ApplyStep.FILE_TAKEN_OUT, () -> repository.write("a", "quick\n")));

    assertThat(applied.kept()).extracting(LocalConflict::path).containsExactly("a");
    assertThat(repository.read("a")).isEqualTo("quick\n");
  }

  @Test
  void a_new_file_that_the_user_makes_first_stays() throws Exception {
    Applied applied =
        (Applied) applyWith(at(ApplyStep.COMMITTED, () -> repository.write("new", "first\n")));

    assertThat(applied.kept()).extracting(LocalConflict::path).containsExactly("new");
    assertThat(repository.read("new")).isEqualTo("first\n");
  }

  @Test
  void of_two_applies_to_one_repository_one_wins_and_the_other_is_told() throws Exception {
    AtomicReference<ApplyOutcome> second = new AtomicReference<>();
    ApplyFixture another = new ApplyFixture(Files.createDirectories(folder.resolve("another")));
    try (another) {
      GitTarget same =
          new GitTarget(repository.resource(), target.branch(), target.base(), target.result());

      ApplyOutcome first = applyWith(at(ApplyStep.STAGED, () -> second.set(another.apply(same))));

      assertThat(first).isInstanceOf(Applied.class);
      assertThat(second.get()).isInstanceOf(ApplyRefused.class);
      assertThat(((ApplyRefused) second.get()).overlaps().getFirst().why()).contains("index.lock");
    }
  }

  @Test
  void the_same_plan_twice_at_once_is_applied_once() throws Exception {
    AtomicReference<Throwable> told = new AtomicReference<>();

    ApplyOutcome first =
        applyWith(
            at(
                ApplyStep.STAGED,
                () -> {
                  try {
                    fixture.apply(target);
                  } catch (OperationException e) {
                    told.set(e);
                  }
                }));

    assertThat(first).isInstanceOf(Applied.class);
    assertThat(told.get()).hasMessageContaining("being applied by another process");
    assertThat(fixture.apply(target)).isEqualTo(first);
    assertThat(repository.git("rev-list", "--count", "HEAD")).isEqualTo("2");
  }

  @ParameterizedTest
  @EnumSource(
      value = ApplyStep.class,
      names = {"DIRECTORY_MADE", "COMMIT_MADE", "LOCKED", "STAGED", "COMMITTED", "REF_MOVED"})
  void recovery_leaves_alone_what_another_process_works_on(ApplyStep when) throws Exception {
    AtomicReference<ApplyRecovery.Recovered> beside = new AtomicReference<>();

    ApplyOutcome outcome = applyWith(at(when, () -> beside.set(fixture.recover())));

    assertThat(beside.get())
        .isEqualTo(new ApplyRecovery.Recovered(List.of(), List.of(), List.of(), Map.of()));
    assertThat(outcome).isInstanceOf(Applied.class);
    assertThat(repository.status()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = ApplyStep.class,
      names = {"JOURNAL_STORED", "COMMIT_MADE", "LOCKED", "STAGED"})
  void who_loses_the_lease_before_the_commit_applies_nothing(ApplyStep when) throws Exception {
    Map<String, String> before = repository.everything();
    ApplyRequest request = fixture.request(target);
    ApplyService service =
        fixture.service(at(when, () -> fixture.jobs.closeSession(request.lease().session())));

    assertThatThrownBy(() -> service.apply(request, CancellationToken.none()))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("is over");

    assertThat(repository.everything()).isEqualTo(before);
    assertThat(repository.has(".git/cleveragents")).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = ApplyStep.class,
      names = {"DIRECTORY_MADE", "COMMIT_MADE", "LOCKED"})
  void cancelled_in_time_everything_is_as_before(ApplyStep when) throws Exception {
    Map<String, String> before = repository.everything();
    List<String> refs = repository.ourRefs();
    CancellationSource source = new CancellationSource();
    ApplyService service =
        fixture.service(at(when, () -> source.cancel(CancellationCause.closed("enough"))));

    assertThatThrownBy(() -> service.apply(fixture.request(target), source.token()))
        .isInstanceOf(CancelledException.class);

    assertThat(repository.everything()).isEqualTo(before);
    assertThat(repository.ourRefs()).isEqualTo(refs);
  }

  @Test
  void cancelled_too_late_it_is_finished() throws Exception {
    CancellationSource source = new CancellationSource();
    ApplyService service =
        fixture.service(
            at(ApplyStep.COMMITTED, () -> source.cancel(CancellationCause.closed("enough"))));

    assertThat(service.apply(fixture.request(target), source.token())).isInstanceOf(Applied.class);
    assertThat(repository.status()).isEmpty();
  }

  @Test
  void a_branch_switched_while_things_are_made_ready_is_not_committed_to() throws Exception {
    ApplyOutcome outcome =
        applyWith(at(ApplyStep.COMMIT_MADE, () -> repository.git("switch", "-qc", "other")));

    assertThat(outcome).isInstanceOf(ApplyRefused.class);
    assertThat(repository.git("rev-parse", "main")).isEqualTo(target.base());
    assertThat(repository.status()).isEmpty();
  }

  @Test
  void after_a_death_what_the_user_changed_since_is_kept() throws Exception {
    ApplyRequest request = fixture.request(target);
    ApplyService service = fixture.service(SimulatedCrash.at(ApplyStep.COMMITTED));
    assertThatThrownBy(() -> service.apply(request, CancellationToken.none()))
        .isInstanceOf(SimulatedCrash.Death.class);
    repository.write("a", "mine\n");
    Files.delete(repository.root.resolve(".git/index.lock"));
    repository.write("staged", "mine\n");
    repository.git("add", "staged");

    ApplyRecovery.Recovered recovered = fixture.recover();

    assertThat(recovered.finished()).containsExactly(fixture.plan);
    assertThat(recovered.kept()).extracting(LocalConflict::path).containsExactly("a");
    assertThat(repository.read("a")).isEqualTo("mine\n");
    assertThat(repository.read("b")).isEqualTo("the plan's\n");
    assertThat(repository.status()).isEqualTo(" M a\nA  staged");
    assertThat(repository.git("rev-parse", "HEAD^")).isEqualTo(target.base());
  }

  @Test
  void after_a_death_a_branch_that_went_on_by_force_is_left_where_it_is() throws Exception {
    ApplyRequest request = fixture.request(target);
    ApplyService service = fixture.service(SimulatedCrash.at(ApplyStep.COMMITTED));
    assertThatThrownBy(() -> service.apply(request, CancellationToken.none()))
        .isInstanceOf(SimulatedCrash.Death.class);
    for (String lock : List.of("index.lock", "HEAD.lock", "refs/heads/main.lock")) {
      Files.delete(repository.root.resolve(".git").resolve(lock));
    }
    repository.write("other", "mine\n");
    repository.git("add", "other");
    repository.git("commit", "-qm", "went on");
    String mine = repository.head();

    ApplyRecovery.Recovered recovered = fixture.recover();

    assertThat(recovered.kept()).extracting(LocalConflict::path).containsExactly("");
    assertThat(recovered.kept().getFirst().why()).contains("refs/cleveragents/applied/");
    assertThat(repository.head()).isEqualTo(mine);
    assertThat(repository.git("rev-parse", "refs/cleveragents/applied/" + fixture.plan + "^"))
        .isEqualTo(target.base());
    assertThat(repository.has(".git/index.lock")).isFalse();
  }
}
