package dev.cleveragents.cli.noloss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli;
import dev.cleveragents.fixtures.HostProcesses;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker and a command line work on the plans of one store. */
class WorkerBesideIT {

  private static final int PLANS = 4;

  @TempDir private Path folder;
  private TestUser user;
  private AgentsProcess worker;

  @BeforeEach
  void aWorker() throws Exception {
    user =
        new TestUser(NoLossSetup.in(folder.toRealPath()), UserTree.MIXED, folder.resolve("user"));
    worker = user.start(List.of(), List.of("worker", "run", "--grace", "0s"));
    await()
        .atMost(AgentsProcess.PATIENCE)
        .until(() -> Files.readString(worker.out()).contains("jobs at once"));
  }

  @AfterEach
  void stopProcesses() throws Exception {
    worker.process().destroyForcibly().waitFor();
  }

  @Test
  void eachPlanRunsAndAppliesOnceWhicheverProcessIsFirst() throws Exception {
    int before = Integer.parseInt(user.commits());
    UserState was = user.exactly();
    for (int i = 0; i < PLANS; i++) {
      TestCli.Run run =
          user.agents(
              "run", "plan " + i, "--exec", "echo once >> new-" + i + ".txt", "--yes", "--json");
      assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
      assertThat(run.json().path("data").path("stage").asText()).isEqualTo("apply/applied");
      assertThat(Files.readString(user.place.resolve("new-" + i + ".txt"))).isEqualTo("once\n");
    }
    assertThat(Integer.parseInt(user.commits())).isEqualTo(before + PLANS);
    assertThat(user.exactly().differing(was)).hasSize(PLANS);
    JsonNode done = user.agents("audit", "log", "--type", "apply.done", "--json").json();
    assertThat(done.path("data").path("events")).hasSize(PLANS);
  }

  @Test
  void aWorkerKilledDuringACommandLeavesNothingRunningOnceThePlanContinues() throws Exception {
    Path begun = folder.resolve("begun");
    String line = "echo > '%1$s'; [ -e '%1$s.go' ] || sleep 300; echo x > x.txt".formatted(begun);
    UserState was = user.exactly();
    user.agents("run", "slow", "--exec", line, "--detach", "--json");
    await().atMost(AgentsProcess.PATIENCE).until(() -> Files.exists(begun));

    worker.process().destroyForcibly().waitFor();

    assertThat(HostProcesses.anyWith(begun.toString())).as("outlives its owner").isTrue();
    assertThat(user.exactly().files()).isEqualTo(was.files());
    Files.createFile(Path.of(begun + ".go"));
    TestCli.Run resumed = user.resume();
    assertThat(resumed.exitCode()).as(resumed.out() + resumed.err()).isZero();
    await().atMost(AgentsProcess.PATIENCE).until(() -> !HostProcesses.anyWith(begun.toString()));
    assertThat(user.exactly().differing(was)).hasSize(1);
    user.tidy();
  }
}
