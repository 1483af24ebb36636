package dev.cleveragents.cli.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.script.Checkout.Ran;
import dev.cleveragents.cli.script.Checkout.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When the real script builds, and what it does when that fails or others build too. */
class LauncherBuildIT {

  @TempDir private Path folder;
  private Checkout checkout;

  @BeforeEach
  void aBuiltCheckout() throws IOException {
    checkout = Checkout.built(folder);
  }

  @AfterEach
  void stopProcesses() throws Exception {
    checkout.stop();
  }

  @Test
  void aChangedSourceIsBuiltOnce() throws Exception {
    isBuiltOnceChanged("kernel/src/main/java/A.java");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pom.xml", "cli/pom.xml", "agents", "build/Reframe.java"})
  @Tag("exhaustive")
  void anyOtherChangedFileIsBuiltOnce(String file) throws Exception {
    isBuiltOnceChanged(file);
  }

  private void isBuiltOnceChanged(String file) throws Exception {
    checkout.edit(file);
    Ran ran = checkout.agents("version");

    assertThat(ran.err())
        .contains("agents: the sources have changed, building", "[3/3] CleverAgents");
    assertThat(ran.out()).startsWith("agents 0.1.0 (").hasLineCount(1);
    assertThat(checkout.mavenCalls()).isEqualTo(1);
    assertThat(checkout.build()).isNotEqualTo(checkout.root.resolve("target/agents/first"));
  }

  @Test
  void aRemovedFileIsNoticed() throws Exception {
    Files.delete(checkout.root.resolve("kernel/src/main/java/A.java"));
    checkout.agents("version");

    assertThat(checkout.mavenCalls()).isEqualTo(1);
  }

  @Test
  void whatIsNotShippedIsNotLookedAt() throws Exception {
    for (String file :
        List.of("bench/src/main/java/A.java", "cli/src/test/java/ATest.java", "README.md")) {
      checkout.write(file, "new");
      checkout.edit(file);
    }
    checkout.agents("version");

    assertThat(checkout.mavenCalls()).isZero();
  }

  @Test
  void afterABuildNothingIsBuiltAgain() throws Exception {
    Files.delete(checkout.root.resolve("target/agents/current"));

    assertThat(checkout.agents("version").err()).contains("building; the first time");
    assertThat(checkout.agents("version").err()).isEmpty();
    assertThat(checkout.mavenCalls()).isEqualTo(1);
  }

  @Test
  void aFailedBuildIsReportedAndNoOldBuildRuns() throws Exception {
    Files.delete(checkout.root.resolve("kernel/src/main/java/A.java"));
    checkout.standInForMaven("echo '[ERROR] A.java:[1,2] no such thing'; exit 1");

    Ran ran = checkout.agents("version");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .contains(
            "[ERROR] A.java:[1,2] no such thing",
            "the build failed",
            checkout.root.resolve("target/agents/build.log").toRealPath().toString())
        .doesNotContain("ulimit");
    assertThat(leftovers()).isEmpty();
    assertThat(checkout.bash("ulimit -v 3000000; \"$agents\" version").err())
        .contains("only 3000000 kB of memory", "ulimit -v unlimited", "the build failed");
  }

  @Test
  void withoutMavenItSaysWhatToInstall() throws Exception {
    checkout.changeScript("command -v mvn", "command -v no-mvn");
    Files.delete(checkout.root.resolve("target/agents/current"));

    Ran ran = checkout.agents("version");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains("Maven 3.8.7 or newer is needed", "apt install maven");
  }

  @Test
  void ofManyAtOnceOneBuildsAndAllRun() throws Exception {
    Files.delete(checkout.root.resolve("target/agents/current"));
    checkout.standInForMaven("sleep 1");
    List<Running> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      all.add(checkout.start(checkout.script().toString(), "version"));
    }

    for (Running one : all) {
      Ran ran = one.end();
      assertThat(ran.exitCode()).as(ran.err()).isZero();
      assertThat(ran.out()).startsWith("agents 0.1.0 (");
    }
    assertThat(checkout.mavenCalls()).isEqualTo(1);
    assertThat(leftovers()).isEmpty();
  }

  @Test
  void theLockOfADeadProcessIsTakenOverOnce() throws Exception {
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    Path builds = checkout.root.resolve("target/agents");
    Files.delete(builds.resolve("current"));
    Files.createSymbolicLink(builds.resolve("building"), Path.of("pid:" + dead.pid()));
    checkout.standInForMaven("sleep 1");
    List<Running> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      all.add(checkout.start(checkout.script().toString(), "version"));
    }

    for (Running one : all) {
      assertThat(one.end().exitCode()).isZero();
    }
    assertThat(checkout.mavenCalls()).isEqualTo(1);
    assertThat(leftovers()).isEmpty();
  }

  @Test
  void theBuildBeforeIsKeptForCommandsThatStillRunOlderOnesAreNot() throws Exception {
    Files.createDirectories(checkout.root.resolve("target/agents/ancient"));
    Files.delete(checkout.root.resolve("kernel/src/main/java/A.java"));
    checkout.agents("version");

    assertThat(checkout.root.resolve("target/agents/first/agents.jar")).exists();
    assertThat(checkout.root.resolve("target/agents/ancient")).doesNotExist();
  }

  /** Locks and marks that a finished build must not leave. */
  private List<String> leftovers() throws IOException {
    try (Stream<Path> files = Files.list(checkout.root.resolve("target/agents"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("building") || name.startsWith("next"))
          .toList();
    }
  }
}
