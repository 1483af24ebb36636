package dev.cleveragents.engine.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanFixture;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.yaml.YamlSource;
import dev.cleveragents.exec.Confinement;
import dev.cleveragents.exec.confine.Isolation;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.workspace.sandbox.CommandBounds;
import dev.cleveragents.workspace.sandbox.CommandBounds.Mode;
import dev.cleveragents.workspace.sandbox.SharedPaths;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A command has the network by who asked for it: the user, or a model under the profile. */
@Timeout(240)
class CommandNetworkTest {

  @TempDir Path temporary;
  private PlanFixture fixture;
  private ServerSocket server;

  @BeforeEach
  void open() throws Exception {
    Confinement found = Confinement.ofThisMachine();
    assumeTrue(found.isolation().filter(Isolation::ofNetwork).isPresent(), found::remark);
    Path folder = temporary.toRealPath();
    Path data = Files.createDirectories(folder.resolve("sandboxes"));
    fixture =
        new PlanFixture(
            folder,
            "jdbc:sqlite:" + folder.resolve("store.db"),
            new CommandBounds(
                Mode.AUTO, new SharedPaths(List.of(folder), List.of()), data, () -> found));
    server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws Exception {
    if (fixture != null) {
      fixture.close();
      server.close();
    }
  }

  private String connect() {
    return "bash -c 'exec 3<>/dev/tcp/127.0.0.1/%d && echo in'".formatted(server.getLocalPort());
  }

  private void profile(String rules) {
    fixture.definitions.create(
        DefinitionKind.PROFILE,
        new YamlSource("p.yaml", "name: mine\nbased_on: trusted\n" + rules));
  }

  /** What a model hears whose command connects to a server. */
  private String modelHears(String profile) throws Exception {
    TestModel model =
        TestModel.replying(
            TestModel.call("run_command", "{\"command\": \"%s\"}".formatted(connect())),
            TestModel.finish());
    fixture.models = model;
    Plan plan = fixture.use(profile, AgentPlanTest.model());
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/complete");
    }
    return String.valueOf(TestModel.answers(model.requests.get(1)).get("call-1"));
  }

  @Test
  void aCommandOfAModelHasNoneByDefaultAndIsToldSo() throws Exception {
    assertThat(modelHears("trusted"))
        .contains("exit code 1, run without the network", "use_network");
  }

  @Test
  void aCommandOfAModelHasItIfTheProfileNeverAsksForIt() throws Exception {
    profile("thresholds: {use_network: 0}\n");
    assertThat(modelHears("mine")).contains("exit code 0", "in");
  }

  @Test
  void aProfileThatAlwaysAsksForItRefusesNoCommandOfAModelThatNeedsNone() throws Exception {
    profile("thresholds: {use_network: 1}\n");
    assertThat(modelHears("mine")).contains("run without the network");
  }

  @Test
  void commandsAndChecksOfTheUserHaveIt() throws Exception {
    Plan plan =
        fixture.use(
            "trusted", PlanFixture.command(connect() + " > a.txt"), PlanFixture.check(connect()));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "execute/complete");
    }
  }

  @Test
  void commandsOfTheUserHaveNoneIfTheProfileSaysNo() throws Exception {
    profile("attended: false\nthresholds: {use_network: 1, apply: 0}\n");
    Work offline = PlanFixture.command("! %s && echo b > b.txt".formatted(connect()));
    Plan plan = fixture.use("mine", offline, PlanFixture.check("! " + connect()));
    try (AsyncWorker _ = fixture.startWorker()) {
      fixture.await(plan.id(), "apply/applied");
    }
  }
}
