package dev.cleveragents.workspace.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.apply.ApplyRepository.Edits;
import dev.cleveragents.workspace.apply.request.ApplyOutcome;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.Applied;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.ApplyRefused;
import dev.cleveragents.workspace.apply.request.ApplyRequest;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.Destination;
import dev.cleveragents.workspace.apply.request.GitTarget;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A result goes into the files alone, or to a new branch alone, also when a process dies. */
class DestinationTest {

  private static final String BRANCH = "topic/one";

  @TempDir Path folder;

  private static GitTarget target(
      ApplyFixture fixture, ApplyRepository repository, Destination destination) throws Exception {
    GitTarget usual =
        repository.target(
            fixture.plan, Edits.of().put("a", "new\n").put("x/y", "new\n").delete("folder/c"));
    return new GitTarget(
        usual.resource(), usual.branch(), usual.base(), usual.result(), destination);
  }

  @ParameterizedTest
  @ValueSource(strings = {"files", "new:" + BRANCH})
  void after_a_death_at_any_step_it_is_all_there_or_nothing(String text) throws Exception {
    Destination destination = Destination.parse(text);
    assertThat(destination.text()).isEqualTo(text);
    int steps = 0;
    while (isStopped(destination, steps, Files.createDirectories(folder.resolve("at-" + steps)))) {
      steps += Boolean.getBoolean("exhaustive") ? 1 : 2;
    }
    assertThat(steps).isGreaterThan(5);
  }

  /** Whether there was such a step. */
  private static boolean isStopped(Destination destination, int at, Path place) throws Exception {
    try (ApplyFixture fixture = new ApplyFixture(place)) {
      ApplyRepository repository = ApplyRepository.with(place.resolve("repo"));
      GitTarget target = target(fixture, repository, destination);
      repository.write("b", "mine\n");
      repository.git("add", "b");
      Map<String, String> before = repository.everything();
      SimulatedCrash deadly = new SimulatedCrash(at);
      ApplyRequest request = fixture.request(target);
      boolean stopped = false;
      try {
        fixture.service(deadly).apply(request, CancellationToken.none());
      } catch (SimulatedCrash.Death e) {
        stopped = true;
      }
      fixture.jobs.closeSession(request.lease().session());
      ApplyRecovery.Recovered recovered = fixture.recover();
      assertThat(recovered.kept()).isEmpty();
      assertThat(recovered.problems()).isEmpty();
      if (!deadly.committed()) {
        assertThat(repository.everything()).as("at step %d", at).isEqualTo(before);
        assertThat(repository.ourRefs()).hasSize(1);
      }
      assertThat(fixture.apply(target)).as("asked again").isInstanceOf(Applied.class);
      assertThat(changed(before, repository.everything()))
          .as("at step %d", at)
          .allSatisfy(
              path ->
                  assertThat(path)
                      .matches(
                          destination instanceof Destination.WorkTree
                              ? "a|x|x/y|folder|folder/c"
                              : "\\.git/(logs/)?refs/heads/topic/one"));
      assertThat(repository.head()).isEqualTo(target.base());
      if (destination instanceof Destination.WorkTree) {
        assertThat(repository.status()).isEqualTo(" M a\nM  b\n D folder/c\n?? x/y");
      } else {
        assertThat(repository.git("diff", "--stat", BRANCH, target.result())).isEmpty();
        assertThat(repository.git("rev-parse", BRANCH + "^")).isEqualTo(target.base());
      }
      assertThat(repository.locks()).isEmpty();
      assertThat(repository.has(".git/cleveragents")).isFalse();
      return stopped;
    }
  }

  private static Iterable<String> changed(Map<String, String> before, Map<String, String> after) {
    Map<String, String> all = new TreeMap<>(before);
    all.putAll(after);
    all.keySet().removeIf(path -> String.valueOf(before.get(path)).equals(after.get(path)));
    return all.keySet();
  }

  @Test
  void a_branch_that_is_there_or_in_the_way_is_refused_with_everything_as_it_was()
      throws Exception {
    try (ApplyFixture fixture = new ApplyFixture(folder)) {
      ApplyRepository repository = ApplyRepository.with(folder.resolve("repo"));
      repository.git("branch", "taken");
      Map<String, String> before = repository.everything();
      for (String name : new String[] {"taken", "taken/below"}) {
        ApplyOutcome outcome =
            fixture.apply(target(fixture, repository, new Destination.NewBranch(name)));
        assertThat(((ApplyRefused) outcome).overlaps().getFirst().why())
            .contains("cannot create the branch", "taken", "--branch");
        assertThat(repository.everything()).isEqualTo(before);
        assertThat(repository.ourRefs()).hasSize(1);
      }
    }
  }

  @Test
  void a_branch_that_turns_up_after_the_commit_stays_and_is_named() throws Exception {
    try (ApplyFixture fixture = new ApplyFixture(folder)) {
      ApplyRepository repository = ApplyRepository.with(folder.resolve("repo"));
      GitTarget target = target(fixture, repository, new Destination.NewBranch(BRANCH));
      ApplyStep.Listener meanwhile =
          step -> {
            if (step == ApplyStep.COMMITTED) {
              repository.git("branch", BRANCH);
            }
          };
      ApplyOutcome outcome =
          fixture.service(meanwhile).apply(fixture.request(target), CancellationToken.none());
      assertThat(((Applied) outcome).kept())
          .singleElement()
          .satisfies(it -> assertThat(it.why()).contains(BRANCH, "could not be created"));
      assertThat(repository.git("rev-parse", BRANCH)).isEqualTo(target.base());
      assertThat(repository.ourRefs()).hasSize(2);
    }
  }

  @Test
  void a_new_branch_does_not_mind_local_changes_a_moved_branch_or_a_merge_under_way()
      throws Exception {
    try (ApplyFixture fixture = new ApplyFixture(folder)) {
      ApplyRepository repository = ApplyRepository.with(folder.resolve("repo"));
      GitTarget target = target(fixture, repository, new Destination.NewBranch(BRANCH));
      repository.write("b", "later\n");
      repository.git("commit", "-qam", "later");
      repository.write("a", "mine\n");
      repository.write(".git/MERGE_HEAD", repository.head() + "\n");
      assertThat(fixture.apply(target)).isInstanceOf(Applied.class);
      assertThat(repository.git("rev-parse", BRANCH + "^")).isEqualTo(target.base());
      assertThat(repository.read("a")).isEqualTo("mine\n");
    }
  }

  @Test
  void local_changes_are_in_the_way_of_files_without_a_commit() throws Exception {
    try (ApplyFixture fixture = new ApplyFixture(folder)) {
      ApplyRepository repository = ApplyRepository.with(folder.resolve("repo"));
      GitTarget target = target(fixture, repository, new Destination.WorkTree());
      repository.write("a", "mine\n");
      Map<String, String> before = repository.everything();
      assertThat(((ApplyRefused) fixture.apply(target)).overlaps().getFirst().path())
          .isEqualTo("a");
      assertThat(repository.everything()).isEqualTo(before);
    }
  }
}
