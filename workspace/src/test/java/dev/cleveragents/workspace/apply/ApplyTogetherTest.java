package dev.cleveragents.workspace.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.Sha256;
import dev.cleveragents.workspace.apply.ApplyRepository.Edits;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.Applied;
import dev.cleveragents.workspace.apply.request.ApplyRequest;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.ApplyTarget;
import dev.cleveragents.workspace.apply.request.DirectoryTarget;
import dev.cleveragents.workspace.apply.request.GitTarget;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.FileMode;
import dev.cleveragents.workspace.change.FileState;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A repository and a plain directory in one apply, stopped at every step there is. Deaths on
 * PostgreSQL: on SQLite {@code ApplyCrashTest} has them.
 */
class ApplyTogetherTest {

  /** How it is stopped. */
  enum Stop {
    /** The process is gone; what it left is for recovery. */
    DEATH,
    /** Something throws; the apply itself takes back what it can. */
    FAILURE
  }

  private static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @TempDir Path folder;

  /** At every fifth step, unless exhaustive. */
  @ParameterizedTest
  @EnumSource
  void both_are_applied_or_neither_wherever_it_stops(Stop stop) throws Exception {
    int steps = 0;
    while (isStopped(stop, steps, Files.createDirectories(folder.resolve("at-" + steps)))) {
      steps += Boolean.getBoolean("exhaustive") ? 1 : 5;
    }
    assertThat(steps).isGreaterThan(20);
  }

  /** Whether there was such a step. */
  private static boolean isStopped(Stop stop, int at, Path place) throws Exception {
    try (ApplyFixture fixture =
        stop == Stop.DEATH ? ApplyFixture.onPostgres() : new ApplyFixture(place)) {
      ApplyRepository repository = ApplyRepository.with(place.resolve("repo"));
      Path outside = Files.createDirectories(place.resolve("outside"));
      Path root = Files.createDirectories(outside.resolve("docs"));
      Files.writeString(root.resolve("p"), "p\n");
      Files.writeString(root.resolve("gone"), "gone\n");
      ApplyTarget[] targets = {git(fixture, repository), directory(root)};
      repository.write("b", "mine\n");
      Map<String, String> before = repository.everything();
      Map<String, String> beforeOutside = ApplyRepository.everything(outside);
      SimulatedCrash deadly = new SimulatedCrash(at);
      ApplyStep.Listener listener =
          step -> {
            try {
              deadly.reached(step);
            } catch (SimulatedCrash.Death e) {
              if (stop == Stop.FAILURE) {
                throw new Failure();
              }
              throw e;
            }
          };
      ApplyRequest request = fixture.request(targets);
      boolean stopped = false;
      try {
        fixture.service(listener).apply(request, CancellationToken.none());
      } catch (SimulatedCrash.Death | Failure e) {
        stopped = true;
      }
      if (stop == Stop.FAILURE && !deadly.committed()) {
        assertThat(repository.everything()).as("at step %d", at).isEqualTo(before);
        assertThat(ApplyRepository.everything(outside)).isEqualTo(beforeOutside);
      }
      fixture.jobs.closeSession(request.lease().session());
      ApplyRecovery.Recovered recovered = fixture.recover();
      assertThat(recovered.kept()).isEmpty();
      assertThat(recovered.problems()).isEmpty();
      if (!deadly.committed()) {
        assertThat(repository.everything()).as("at step %d", at).isEqualTo(before);
        assertThat(ApplyRepository.everything(outside)).isEqualTo(beforeOutside);
        assertThat(fixture.apply(targets)).isInstanceOf(Applied.class);
      }
      assertThat(repository.read("a")).as("at step %d", at).isEqualTo("the plan's\n");
      assertThat(repository.read("b")).isEqualTo("mine\n");
      assertThat(repository.status()).isEqualTo(" M b");
      assertThat(Files.readString(root.resolve("p"))).isEqualTo("the plan's\n");
      assertThat(root.resolve("gone")).doesNotExist();
      assertThat(repository.locks()).isEmpty();
      assertThat(repository.has(".git/cleveragents")).isFalse();
      assertThat(outside.toFile().list()).containsExactly("docs");
      return stopped;
    }
  }

  private static ApplyTarget git(ApplyFixture fixture, ApplyRepository repository)
      throws Exception {
    String base = repository.head();
    return new GitTarget(
        repository.resource(),
        "refs/heads/main",
        base,
        repository.result(
            fixture.plan, base, Edits.of().put("a", "the plan's\n").delete("folder/c")));
  }

  private static ApplyTarget directory(Path root) {
    Map<String, byte[]> contents = new HashMap<>();
    return new DirectoryTarget(
        Resource.of(Name.of("docs"), ResourceType.FS_DIRECTORY, root),
        List.of(
            Change.modify("docs", "p", state("p\n", contents), state("the plan's\n", contents)),
            Change.delete("docs", "gone", state("gone\n", contents))),
        hash -> Optional.ofNullable(contents.get(hash)));
  }

  private static FileState state(String text, Map<String, byte[]> contents) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    contents.put(Sha256.of(bytes), bytes);
    return FileState.of(bytes, FileMode.REGULAR);
  }
}
