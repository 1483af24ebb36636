package dev.cleveragents.cli.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.cli.script.Checkout.Ran;
import dev.cleveragents.cli.script.Checkout.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A repository is followed by a process of its own. */
class IndexWatchIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path folder;
  private Checkout checkout;

  @BeforeEach
  void aRepository() throws Exception {
    checkout = Checkout.built(folder);
    bash(
        "git init -q -b main shop && cd shop && git config user.name a && git config user.email a@b");
    commit("Cart.java", "class Cart {}");
  }

  @AfterEach
  void nothingGoesOn() throws Exception {
    checkout.stop();
  }

  private String bash(String line) throws Exception {
    Ran ran = checkout.bash(line);
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    return ran.out();
  }

  private void commit(String file, String text) throws Exception {
    bash(
        "cd shop && echo '%2$s' >%1$s && git add -A && git commit -q -m '%1$s'"
            .formatted(file, text));
  }

  private Running watch() throws IOException {
    Running running = checkout.start(checkout.script().toString(), "index", "watch", "shop");
    awaitLine(running, "syntax: ", 1);
    return running;
  }

  private static void awaitLine(Running running, String start, int times) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                Files.readAllLines(running.out()).stream()
                        .filter(line -> line.startsWith(start))
                        .count()
                    >= times);
  }

  @Test
  void aCommitIsFoundAsSoonAsTheWatchSaysSoAndCtrlCEndsItWell() throws Exception {
    Running running = watch();
    commit("Zebra.java", "class Zebra {}");
    awaitLine(running, "text: ", 2);
    assertThat(bash("cd shop && \"$agents\" context search zebra")).contains("Zebra.java:1");
    awaitLine(running, "syntax: ", 2);

    checkout.send("INT", running);
    Ran ran = running.end();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).contains("syntax: 2 of 2 files read");
  }

  @Test
  void aProgramHearsOfEachUpdateInALineAsItHappens() throws Exception {
    Running running =
        checkout.start(checkout.script().toString(), "index", "watch", "shop", "--json");
    awaitLine(running, "{\"event\":\"watching\"", 1);
    awaitLine(running, "{\"event\":\"update\",\"update\":{\"kind\":\"syntax\"", 1);

    checkout.send("INT", running);
    Ran ran = running.end();
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out().lines().filter(line -> line.startsWith("{\"event\":")))
        .first()
        .asString()
        .contains("watching");
    assertThat(ran.out()).as("the answer comes last").endsWith("}\n").contains("\n  \"command\" :");
  }

  @Test
  void whatAKilledWatchLeftIsBroughtUpToDateByTheNext() throws Exception {
    Running killed = watch();
    commit("Zebra.java", "class Zebra {}");
    killed.process().destroyForcibly().waitFor();

    assertThat(bash("cd shop && \"$agents\" index watch --once"))
        .contains("files: 2 in", "syntax: 2 of 2 files read");
  }
}
