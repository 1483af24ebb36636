package dev.cleveragents.workspace.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.apply.ApplyRepository.Edits;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.Applied;
import dev.cleveragents.workspace.apply.request.ApplyRequest;
import dev.cleveragents.workspace.apply.request.GitTarget;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A process that dies at any step leaves, after recovery, all of a plan or nothing of it; what the
 * user had in other places stays. Death is played by an {@link Error} that skips all clean-up: see
 * {@code ApplyKilledTest} for a real one.
 */
class ApplyCrashTest {

  /** How many steps an apply to two repositories has. */
  private static final int ALL = 42;

  @TempDir Path folder;
  private ApplyFixture fixture;
  private ApplyRepository first;
  private ApplyRepository second;

  @BeforeEach
  void open() throws Exception {
    fixture = new ApplyFixture(folder);
    first = ApplyRepository.with(folder.resolve("first"));
    second = ApplyRepository.with(folder.resolve("second"));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /** How many steps are lived to see, every fifth unless exhaustive; all of them in the end. */
  static Stream<Integer> steps() {
    int every = Boolean.getBoolean("exhaustive") ? 1 : 5;
    return IntStream.rangeClosed(0, ALL).filter(step -> step % every == 0).boxed();
  }

  @ParameterizedTest
  @MethodSource("steps")
  void after_a_death_at_any_step_recovery_makes_it_all_or_nothing(int deathAt) throws Exception {
    GitTarget one =
        target(
            first,
            "first",
            Edits.of().put("a", "new\n").put("x/y", "new\n").delete("folder/c").put("folder", "f"));
    GitTarget two = target(second, "second", Edits.of().put("b", "new\n").delete("a"));
    first.write("b", "mine\n").write("untracked", "mine\n");
    Map<String, String> before = first.everything();
    Map<String, String> beforeSecond = second.everything();
    SimulatedCrash deadly = new SimulatedCrash(deathAt);

    ApplyRequest request = fixture.request(one, two);
    try {
      fixture.service(deadly).apply(request, CancellationToken.none());
    } catch (SimulatedCrash.Death e) {
      assertThat(deathAt).isLessThan(ALL);
    }
    assertThat(deadly.seen).hasSize(Math.min(deathAt + 1, ALL));
    fixture.jobs.closeSession(request.lease().session());
    ApplyRecovery.Recovered recovered = fixture.recover();

    assertThat(recovered.kept()).isEmpty();
    assertThat(recovered.problems()).isEmpty();
    if (deadly.committed()) {
      assertThat(first.head()).isNotEqualTo(one.base());
      assertThat(second.head()).isNotEqualTo(two.base());
      assertThat(first.status()).isEqualTo(" M b\n?? untracked");
      assertThat(second.status()).isEmpty();
      assertThat(first.git("diff", "--stat", "HEAD", one.result())).isEmpty();
      assertThat(second.git("diff", "--stat", "HEAD", two.result())).isEmpty();
      assertThat(first.read("folder")).isEqualTo("f");
    } else {
      assertThat(first.everything()).isEqualTo(before);
      assertThat(second.everything()).isEqualTo(beforeSecond);
      assertThat(first.ourRefs()).hasSize(1);
    }
    assertThat(first.has(".git/cleveragents")).isFalse();
    assertThat(second.has(".git/cleveragents")).isFalse();
    assertThat(first.locks()).isEmpty();
    assertThat(second.locks()).isEmpty();
    assertThat(fixture.recover())
        .isEqualTo(new ApplyRecovery.Recovered(List.of(), List.of(), List.of(), Map.of()));
    assertThat(fixture.apply(one, two)).as("asked again").isInstanceOf(Applied.class);
    assertThat(first.git("rev-list", "--count", "HEAD")).isEqualTo("2");
  }

  private GitTarget target(ApplyRepository repository, String name, Edits edits) throws Exception {
    String base = repository.head();
    return new GitTarget(
        repository.resource(name),
        "refs/heads/main",
        base,
        repository.result(fixture.plan, base, edits));
  }
}
