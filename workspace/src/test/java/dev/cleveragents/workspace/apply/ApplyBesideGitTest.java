package dev.cleveragents.workspace.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.apply.ApplyRepository.Edits;
import dev.cleveragents.workspace.apply.git.EmptyTree;
import dev.cleveragents.workspace.apply.request.ApplyOutcome;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.Applied;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.ApplyRefused;
import dev.cleveragents.workspace.apply.request.ApplyRequest;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.GitTarget;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * The user's own git commits and moves things at every step of an apply. What git has said it did
 * is on the branch in the end, what apply has said it did too, and neither is only half there.
 */
class ApplyBesideGitTest {

  /** While these are reached HEAD and the branch are held. */
  private static final Set<ApplyStep> HELD =
      EnumSet.range(ApplyStep.BRANCH_HELD, ApplyStep.REF_LOGGED);

  @TempDir Path folder;
  private ApplyFixture fixture;
  private ApplyRepository repository;

  @BeforeEach
  void open() throws Exception {
    fixture = new ApplyFixture(folder);
    repository = ApplyRepository.with(folder.resolve("repo"));
    // Git need not try for long here to take what we hold.
    repository.git("config", "core.filesRefLockTimeout", "0");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /** Repositories whose branch is kept in different ways. */
  enum Kind {
    LOOSE,
    PACKED,
    DETACHED,
    LINKED,
    UNBORN
  }

  private interface Act {
    void at(ApplyStep step) throws Exception;
  }

  private static ApplyStep.Listener with(Act act) {
    return step -> {
      try {
        act.at(step);
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    };
  }

  private GitTarget target() throws Exception {
    return target("refs/heads/main", repository.head());
  }

  private GitTarget target(String branch, String base) throws Exception {
    return new GitTarget(
        repository.resource(),
        branch,
        base,
        repository.result(fixture.plan, base, Edits.of().put("a", "plan\n").put("new", "plan\n")));
  }

  /** The target in a repository of a kind, which {@link #repository} then is. */
  private GitTarget target(Kind kind) throws Exception {
    return switch (kind) {
      case LOOSE -> target();
      case PACKED -> {
        repository.git("pack-refs", "--all", "--prune");
        assertThat(repository.has(".git/refs/heads/main")).isFalse();
        // What is left of a branch main/old is in the way of the file, as it is for git.
        Files.createDirectories(repository.root.resolve(".git/refs/heads/main/old"));
        yield target();
      }
      case DETACHED -> {
        repository.git("checkout", "-q", "--detach");
        yield target("HEAD", repository.head());
      }
      case LINKED -> {
        Path linked = folder.resolve("linked");
        repository.git("worktree", "add", "-q", "-b", "side/other", linked.toString());
        repository = new ApplyRepository(linked);
        yield target("refs/heads/side/other", repository.head());
      }
      case UNBORN -> {
        repository.git("checkout", "-q", "--orphan", "deep/new/branch");
        repository.git("rm", "-rqf", ".");
        yield target("refs/heads/deep/new/branch", EmptyTree.of(""));
      }
    };
  }

  private ApplyOutcome apply(GitTarget target, ApplyStep.Listener steps)
      throws InterruptedException {
    return fixture.service(steps).apply(fixture.request(target), CancellationToken.none());
  }

  private void dies(GitTarget target, ApplyStep last) {
    ApplyRequest request = fixture.request(target);
    ApplyService service = fixture.service(SimulatedCrash.at(last));
    assertThatThrownBy(() -> service.apply(request, CancellationToken.none()))
        .isInstanceOf(SimulatedCrash.Death.class);
    fixture.jobs.closeSession(request.lease().session());
  }

  private boolean gitDoes(String... arguments) throws Exception {
    try {
      repository.git(arguments);
      return true;
    } catch (AssertionError e) {
      assertThat(e).hasMessageContaining("Unable to create").hasMessageContaining(".lock'");
      return false;
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ApplyStep.class,
      names = {"JOURNAL_STORED", "DIRECTORY_MADE", "COMMIT_MADE", "LOCKED"})
  void a_commit_before_the_branch_is_held_is_there_and_nothing_is_applied(ApplyStep when)
      throws Exception {
    GitTarget target = target();
    try (OpenEditor theirs = OpenEditor.in(repository, folder)) {
      ApplyOutcome outcome =
          apply(
              target,
              with(
                  step -> {
                    if (step == when) {
                      assertThat(theirs.save()).as(theirs.said()).isTrue();
                    }
                  }));

      assertThat(((ApplyRefused) outcome).overlaps().getFirst().why()).contains("has moved");
    }
    assertThat(repository.git("log", "-1", "--format=%s")).isEqualTo("theirs");
    assertThat(repository.git("rev-parse", "HEAD^")).isEqualTo(target.base());
    assertThat(repository.status()).isEmpty();
    assertThat(repository.locks()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void from_then_on_until_all_is_done_git_refuses_a_commit_and_the_plan_is_applied_whole(Kind kind)
      throws Exception {
    GitTarget target = target(kind);
    Map<ApplyStep, OpenEditor> editors = new EnumMap<>(ApplyStep.class);
    for (ApplyStep step : EnumSet.range(ApplyStep.BRANCH_HELD, ApplyStep.UNLOCKED)) {
      editors.put(step, OpenEditor.in(repository, folder));
    }
    try {
      Applied applied =
          (Applied)
              apply(
                  target,
                  with(
                      step -> {
                        OpenEditor theirs = editors.remove(step);
                        if (theirs != null) {
                          assertThat(theirs.save()).as("made at %s", step).isFalse();
                          assertThat(theirs.said()).contains("cannot lock ref 'HEAD'");
                        }
                      }));

      if (kind != Kind.UNBORN) {
        assertThat(editors).isEmpty();
      }
      assertThat(applied.kept()).isEmpty();
      assertThat(repository.head()).isEqualTo(applied.targets().getFirst().commit());
    } finally {
      editors.values().forEach(OpenEditor::close);
    }
    assertThat(repository.status()).isEmpty();
    assertThat(repository.git("fsck", "--no-dangling")).isEmpty();
    assertThat(repository.locks()).isEmpty();
    repository.git("commit", "-q", "--allow-empty", "-m", "now");
    assertThat(repository.git("log", "-1", "--format=%s")).isEqualTo("now");
  }

  @ParameterizedTest
  @EnumSource
  void nor_is_the_branch_moved_or_another_checked_out_by_other_commands(Kind kind)
      throws Exception {
    GitTarget target = target(kind);
    String other = repository.git("commit-tree", "-m", "theirs", target.result() + "^{tree}");
    List<ApplyStep> moved = new ArrayList<>();
    List<ApplyStep> switched = new ArrayList<>();
    Applied applied =
        (Applied)
            apply(
                target,
                with(
                    step -> {
                      if (HELD.contains(step)) {
                        if (gitDoes("update-ref", "--no-deref", target.branch(), other)) {
                          moved.add(step);
                        }
                        if (gitDoes("symbolic-ref", "HEAD", "refs/heads/elsewhere")) {
                          switched.add(step);
                        }
                      }
                    }));

    assertThat(moved).isEmpty();
    assertThat(switched).isEmpty();
    assertThat(applied.kept()).isEmpty();
    assertThat(repository.head()).isEqualTo(applied.targets().getFirst().commit());
    assertThat(repository.status()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = ApplyStep.class,
      names = {"COMMITTED", "FILE_TAKEN_OUT", "FILES_SWAPPED", "REF_LOGGED", "REF_MOVED"})
  void a_death_does_not_let_go_of_the_branch(ApplyStep last) throws Exception {
    GitTarget target = target();
    try (OpenEditor theirs = OpenEditor.in(repository, folder)) {
      dies(target, last);
      assertThat(theirs.save()).isFalse();
      assertThat(theirs.said()).contains("cannot lock ref 'HEAD'");
    }
    assertThat(gitDoes("update-ref", "HEAD", target.result())).isFalse();

    ApplyRecovery.Recovered recovered = fixture.recover();

    assertThat(recovered.finished()).containsExactly(fixture.plan);
    assertThat(recovered.kept()).isEmpty();
    assertThat(repository.git("rev-parse", "HEAD^")).isEqualTo(target.base());
    assertThat(repository.status()).isEmpty();
    assertThat(repository.locks()).isEmpty();
    assertThat(repository.git("reflog", "show", "--format=%gs", "main").lines())
        .as("the move is logged once")
        .filteredOn(it -> it.startsWith("agents: apply plan"))
        .hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = ApplyStep.class,
      names = {"HEAD_HELD", "BRANCH_HELD", "STAGED"})
  void what_a_death_before_the_commit_holds_is_given_back(ApplyStep last) throws Exception {
    GitTarget target = target();
    Map<String, String> before = repository.everything();
    dies(target, last);
    assertThat(repository.has(".git/HEAD.lock")).isTrue();

    assertThat(fixture.recover().undone()).containsExactly(fixture.plan);

    assertThat(repository.everything()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "UNBORN")
  void the_log_of_the_branch_tells_of_the_move(Kind kind) throws Exception {
    GitTarget target = target(kind);
    apply(target, ApplyStep.Listener.NONE);

    String told = "agents: apply plan " + fixture.plan + " Ana <ana@example.org>";
    for (String ref : List.of("HEAD", target.branch())) {
      assertThat(repository.git("log", "-g", "-1", "--format=%gs %gn <%ge>", ref)).isEqualTo(told);
      assertThat(repository.git("rev-parse", ref + "@{1}")).isEqualTo(target.base());
    }
  }

  @Test
  void who_wants_no_logs_gets_none() throws Exception {
    repository.git("config", "core.logAllRefUpdates", "false");
    Files.delete(repository.root.resolve(".git/logs/refs/heads/main"));
    apply(target(), ApplyStep.Listener.NONE);

    assertThat(repository.has(".git/logs/refs/heads/main")).isFalse();
    assertThat(repository.git("log", "-g", "-1", "--format=%gs", "HEAD")).contains("apply plan");
  }

  @Test
  void in_a_shared_repository_the_branch_stays_writable_for_the_others() throws Exception {
    Path head = repository.root.resolve(".git/HEAD");
    Files.setPosixFilePermissions(head, PosixFilePermissions.fromString("rw-rw-r--"));
    apply(target(), ApplyStep.Listener.NONE);

    assertThat(Files.getPosixFilePermissions(repository.root.resolve(".git/refs/heads/main")))
        .isEqualTo(PosixFilePermissions.fromString("rw-rw-r--"));
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"LOOSE", "DETACHED"})
  void a_foreign_lock_is_not_removed(Kind kind) throws Exception {
    GitTarget target = target(kind);
    for (String name : List.of("HEAD.lock", "refs/heads/main.lock")) {
      if (kind == Kind.DETACHED && name.startsWith("refs")) {
        continue;
      }
      Path lock = repository.root.resolve(".git").resolve(name);
      Files.createFile(lock);
      Map<String, String> before = repository.everything();

      ApplyRefused refused = (ApplyRefused) fixture.apply(target);

      assertThat(refused.overlaps().getFirst().why()).contains(lock.toString()).contains("remove");
      assertThat(repository.everything()).isEqualTo(before);
      Files.delete(lock);
    }
    assertThat(fixture.apply(target)).isInstanceOf(Applied.class);
  }

  @Test
  void nor_is_one_that_came_in_place_of_ours_after_a_death() throws Exception {
    GitTarget target = target();
    dies(target, ApplyStep.COMMITTED);
    Path lock = repository.root.resolve(".git/refs/heads/main.lock");
    byte[] content = Files.readAllBytes(lock);
    Files.delete(lock);
    Files.write(lock, content);

    assertThat(fixture.recover().problems().get(fixture.plan)).contains(lock.toString());
    assertThat(lock).hasBinaryContent(content);
    assertThat(repository.head()).isEqualTo(target.base());

    Files.delete(lock);
    assertThat(fixture.recover().finished()).containsExactly(fixture.plan);
    assertThat(repository.status()).isEmpty();
  }

  @Test
  void who_forces_another_branch_after_a_death_keeps_its_files_and_the_plans_branch_is_moved()
      throws Exception {
    GitTarget target = target();
    repository.git("branch", "elsewhere");
    dies(target, ApplyStep.COMMITTED);
    for (Path lock : repository.locks()) {
      Files.delete(lock);
    }
    repository.git("switch", "-q", "elsewhere");
    String index = repository.git("ls-files", "-s");

    ApplyRecovery.Recovered recovered = fixture.recover();

    assertThat(recovered.finished()).containsExactly(fixture.plan);
    assertThat(recovered.kept())
        .singleElement()
        .extracting(LocalConflict::why)
        .asString()
        .contains("refs/heads/main is not checked out any more");
    assertThat(repository.status()).isEmpty();
    assertThat(repository.git("ls-files", "-s")).isEqualTo(index);
    assertThat(repository.head()).isEqualTo(target.base());
    assertThat(repository.git("rev-parse", "main^")).isEqualTo(target.base());
    assertThat(repository.git("diff", "--stat", "main", target.result())).isEmpty();
  }

  @Test
  void a_head_that_was_detached_and_is_on_a_branch_after_a_death_stays_there() throws Exception {
    GitTarget target = target(Kind.DETACHED);
    dies(target, ApplyStep.COMMITTED);
    for (Path lock : repository.locks()) {
      Files.delete(lock);
    }
    repository.git("switch", "-q", "main");

    ApplyRecovery.Recovered recovered = fixture.recover();

    assertThat(recovered.kept())
        .singleElement()
        .extracting(LocalConflict::why)
        .asString()
        .contains("your files are as they were")
        .contains("refs/cleveragents/applied/" + fixture.plan);
    assertThat(repository.git("symbolic-ref", "HEAD")).isEqualTo("refs/heads/main");
    assertThat(repository.head()).isEqualTo(target.base());
    assertThat(repository.status()).isEmpty();
  }

  @Test
  void a_branch_that_went_on_from_our_commit_has_it() throws Exception {
    GitTarget target = target();
    dies(target, ApplyStep.REF_MOVED);
    for (Path lock : repository.locks()) {
      Files.delete(lock);
    }
    String further = repository.git("commit-tree", "-p", "HEAD", "-m", "on", "HEAD^{tree}");
    repository.git("update-ref", "refs/heads/main", further);

    ApplyRecovery.Recovered recovered = fixture.recover();

    assertThat(recovered.kept()).isEmpty();
    assertThat(repository.head()).isEqualTo(further);
    assertThat(repository.status()).isEmpty();
  }
}
