package dev.cleveragents.workspace.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.exec.Command;
import dev.cleveragents.exec.CommandResult;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.apply.ApplyRepository.Edits;
import dev.cleveragents.workspace.apply.request.ApplyRequest;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.GitTarget;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process is really killed, before and after the point of no return. */
class ApplyKilledTest {

  @TempDir Path folder;

  /** Runs in a process of its own: applies, and kills itself at a step. */
  static final class Victim {

    private Victim() {}

    public static void main(String[] arguments) throws Exception {
      Path folder = Path.of(arguments[0]);
      ApplyStep deadly = ApplyStep.valueOf(arguments[1]);
      PlanId plan = PlanId.parse(arguments[2]);
      ApplyFixture fixture = new ApplyFixture(folder);
      Lease lease = fixture.lease();
      GitTarget target =
          new GitTarget(
              new ApplyRepository(folder.resolve("repo")).resource(),
              "refs/heads/main",
              arguments[3],
              arguments[4]);
      fixture
          .service(
              step -> {
                if (step == deadly) {
                  killSelf();
                }
              })
          .apply(
              new ApplyRequest(plan, lease, "Killed", Map.of(), List.of(target)),
              CancellationToken.none());
    }
  }

  private static void killSelf() {
    try {
      Command.of("kill", "-KILL", Long.toString(ProcessHandle.current().pid()))
          .run(CancellationToken.none());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    throw new AssertionError("still alive");
  }

  private ApplyRepository killedAt(ApplyStep step, PlanId plan) throws Exception {
    ApplyRepository repository = ApplyRepository.with(folder.resolve("repo"));
    String base = repository.head();
    String result =
        repository.result(plan, base, Edits.of().put("a", "new\n").put("b", "new\n").put("n", "n"));
    CommandResult killed =
        Command.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName(),
                folder.toString(),
                step.name(),
                plan.toString(),
                base,
                result)
            .run(CancellationToken.none());
    assertThat(killed.exitCode().orElse(-1)).as(killed.errors().text()).isEqualTo(137);
    assertThat(repository.has(".git/index.lock")).isTrue();
    return repository;
  }

  @Test
  void killed_before_the_commit_nothing_is_applied() throws Exception {
    PlanId plan = new PlanId(UlidGenerator.system().next());
    ApplyRepository repository = killedAt(ApplyStep.STAGED, plan);
    try (ApplyFixture fixture = new ApplyFixture(folder)) {
      assertThat(fixture.recover().undone()).containsExactly(plan);
    }
    assertThat(repository.status()).isEmpty();
    assertThat(repository.read("a")).isEqualTo("a\n");
    assertThat(repository.git("rev-list", "--count", "HEAD")).isEqualTo("1");
    assertThat(repository.locks()).isEmpty();
  }

  @Test
  void killed_between_two_files_everything_is_applied() throws Exception {
    PlanId plan = new PlanId(UlidGenerator.system().next());
    ApplyRepository repository = killedAt(ApplyStep.FILE_PUT_IN, plan);
    try (ApplyFixture fixture = new ApplyFixture(folder)) {
      assertThat(fixture.recover().finished()).containsExactly(plan);
    }
    assertThat(repository.status()).isEmpty();
    assertThat(repository.read("b")).isEqualTo("new\n");
    assertThat(repository.git("rev-list", "--count", "HEAD")).isEqualTo("2");
    assertThat(repository.locks()).isEmpty();
  }
}
