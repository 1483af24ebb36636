package dev.cleveragents.cli.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cleveragents.cli.script.Checkout.Ran;
import dev.cleveragents.cli.script.Checkout.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The real script on real jars: start, arguments, streams, signals. */
class LauncherIT {

  @TempDir private Path folder;
  private Checkout checkout;

  @BeforeEach
  void aUsedCheckout() throws Exception {
    checkout = Checkout.used(folder);
  }

  /** For tests that change it. */
  private void takeBuildOfItsOwn() throws Exception {
    checkout.stop();
    checkout = Checkout.built(folder.resolve("own"));
  }

  @AfterEach
  void stopProcesses() throws Exception {
    checkout.stop();
  }

  private static JsonNode json(Ran ran) throws IOException {
    return JsonMapper.builder().build().readTree(ran.out());
  }

  @Test
  void itRunsWhatIsBuiltAndSaysNothingItself() throws Exception {
    Ran ran = checkout.agents("version");

    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).startsWith("agents 0.1.0 (");
    assertThat(ran.exitCode()).isZero();
    assertThat(checkout.mavenCalls()).isZero();
  }

  @Test
  void itWorksThroughAChainOfLinksFromAnotherFolder() throws Exception {
    Path first = Files.createDirectories(folder.resolve("x y"));
    Files.createSymbolicLink(first.resolve("one"), Path.of("../a check out/agents"));
    Path second = Files.createSymbolicLink(checkout.home.resolve("two"), first.resolve("one"));

    Ran ran = checkout.run(second.toString(), "info", "--json");

    assertThat(ran.err()).isEmpty();
    assertThat(json(ran).path("data").path("launcher").textValue())
        .isEqualTo(checkout.script().toRealPath().toString());
  }

  @Test
  void argumentsArriveUnchanged() throws Exception {
    Ran ran = checkout.agents("--json", "a  b*$HOME\"'\\ü\n");

    assertThat(json(ran).path("data").path("error").path("message").textValue())
        .isEqualTo("'agents' has no command 'a  b*$HOME\"'\\ü\n'.");
    assertThat(ran.exitCode()).isEqualTo(2);
  }

  @Test
  void whereTheLocaleKnowsAsciiOnlyArgumentsAndOutputAreUtf8() throws Exception {
    Ran ran = inLocale("C").agents("größe");

    assertThat(ran.err()).contains("'größe'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "POSIX", "", "xx_XX.ISO-8859-1"})
  @Tag("exhaustive")
  void outputIsUtf8InEveryLocale(String locale) throws Exception {
    assertThat(inLocale(locale).agents("info", "--format", "rich").out()).contains("✓ version");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POSIX", ""})
  @Tag("exhaustive")
  void argumentsArriveUnchangedInOtherLocalesToo(String locale) throws Exception {
    assertThat(inLocale(locale).agents("größe").err()).contains("'größe'");
  }

  private Checkout inLocale(String locale) {
    return checkout.without("LANG").variable("LC_ALL", locale);
  }

  @ParameterizedTest
  @CsvSource({"version, 0", "verison, 2", "help, 0", "completion tcsh, 2"})
  @Tag("exhaustive")
  void exitCodesPassThrough(String line, int code) throws Exception {
    assertThat(checkout.bash("\"$agents\" " + line).exitCode()).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource({"json, 0, version", "yaml, 2, verison"})
  void programsFindTheEnvelopeAloneOnStandardOutput(String format, int code, String command)
      throws Exception {
    Ran ran = checkout.agents("--format", format, command);

    assertThat(ran.exitCode()).isEqualTo(code);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).startsWith(format.equals("json") ? "{\n" : "command: ").endsWith("\n");
  }

  @Test
  void anInterruptEndsItWith130AndLeavesNoProcess() throws Exception {
    isEndedBy("INT");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "HUP"})
  @Tag("exhaustive")
  void anotherSignalDoesTheSame(String signal) throws Exception {
    isEndedBy(signal);
  }

  private void isEndedBy(String signal) throws Exception {
    Path asked = checkout.home.resolve("asked");
    checkout.tool("git", "#!/usr/bin/env bash\necho $$ >'" + asked + "'\nexec sleep 120\n");
    Running running = checkout.start(checkout.script().toString(), "info", "--json");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> Files.exists(asked) && !Files.readString(asked).isBlank());

    checkout.send(signal, running);

    Ran ran = running.end();
    assertThat(ran.exitCode()).isEqualTo(130);
    assertThat(json(ran).path("data").path("error").path("code").textValue())
        .isEqualTo("interrupted");
    long git = Long.parseLong(Files.readString(asked).strip());
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> ProcessHandle.of(git).filter(ProcessHandle::isAlive).isEmpty());
  }

  @Test
  void aReaderThatHasSeenEnoughIsNoError() throws Exception {
    Ran ran = checkout.bash("set -o pipefail; \"$agents\" completion bash | head -n 1");

    assertThat(ran.out()).startsWith("#").hasLineCount(1);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void aFullDiskIsAFailure() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")), "this system has no /dev/full");

    Ran ran = checkout.bash("\"$agents\" info >/dev/full");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).startsWith("error: cannot write the answer: ");
  }

  @Test
  void tooLittleMemoryIsSaidInOneSentenceAndLeavesNothing() throws Exception {
    Path here = Files.createDirectories(checkout.home.resolve("repository"));

    Ran ran = checkout.bash("cd '" + here + "'; ulimit -v 400000; \"$agents\" plan list");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .hasLineCount(1)
        .startsWith("agents: Java cannot start, because only 400000 kB of memory may be used here")
        .contains("ulimit -v unlimited");
    assertThat(here).isEmptyDirectory();
  }

  @Test
  void aCrashOfJavaLeavesItsReportInTheHomeFolder() throws Exception {
    Path here = Files.createDirectories(checkout.home.resolve("repository"));
    Path home = Files.createDirectories(checkout.home.resolve(".cleveragents"));

    checkout.bash(
        "cd '%s'; export CLEVERAGENTS_HOME='%s'; \"$agents\" worker run & pid=$!;"
                .formatted(here, home)
            + " until [ -e \"$CLEVERAGENTS_HOME/cleveragents.db.open\" ]; do kill -0 $pid || exit; done;"
            + " kill -SEGV $pid; wait $pid");

    assertThat(here).isEmptyDirectory();
    try (Stream<Path> files = Files.list(home)) {
      assertThat(files.map(it -> String.valueOf(it.getFileName())))
          .anyMatch(it -> it.matches("cleveragents-java-error-[0-9]+[.]log"));
    }
  }

  @Test
  void theStartUpArchiveIsMadeOnceAndUsed() throws Exception {
    Path archive = archive();
    FileTime made = Files.getLastModifiedTime(archive);
    checkout.agents("version");
    assertThat(Files.getLastModifiedTime(archive)).isEqualTo(made);
    assertThat(Files.size(archive)).isGreaterThan(1_000_000);

    checkout.changeScript("-Xlog:disable", "-Xlog:class+load");
    assertThat(checkout.agents("version").out())
        .containsPattern("dev.cleveragents.cli.Application .*shared objects file");
  }

  @Test
  void aBrokenArchiveHarmsNothing() throws Exception {
    takeBuildOfItsOwn();
    checkout.agents("version");
    assertThat(archive()).isEmptyFile();
    Files.writeString(archive(), "this is no archive");

    Ran ran = checkout.agents("version");

    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).startsWith("agents 0.1.0 (").hasLineCount(1);
  }

  private Path archive() throws IOException {
    try (Stream<Path> files = Files.list(checkout.build())) {
      List<Path> archives = files.filter(file -> file.toString().endsWith(".jsa")).toList();
      assertThat(archives).hasSize(1);
      return archives.getFirst();
    }
  }

  @Test
  void withoutAJdk25ItSaysWhatToInstall() throws Exception {
    checkout.changeScript("/usr/lib/jvm/*", "/nowhere/*");
    checkout.changeScript("/Library/Java/JavaVirtualMachines/*", "/nowhere/*");
    checkout.changeScript("/usr/libexec/java_home", "/nowhere/java_home");
    checkout.changeScript("command -v java", "command -v no-java");
    checkout.without("JAVA_HOME");

    Ran ran = checkout.agents("version");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .contains("needs a JDK 25, and none was found", "apt install", "brew install", "JAVA_HOME");
  }

  @Test
  void anOlderJavaIsPassedOver() throws Exception {
    Path old = Files.createDirectories(checkout.home.resolve("jdk-17/bin"));
    Files.writeString(old.resolveSibling("release"), "JAVA_VERSION=\"17.0.15\"\n");
    for (String name : new String[] {"java", "javac"}) {
      Files.writeString(old.resolve(name), "#!/bin/sh\nexit 99\n");
      assertThat(old.resolve(name).toFile().setExecutable(true)).isTrue();
    }
    Path jdks = Files.createDirectories(checkout.home.resolve(".jdks"));
    Files.createSymbolicLink(jdks.resolve("jdk 25"), Path.of(System.getProperty("java.home")));
    checkout.variable("JAVA_HOME", old.getParent().toString());

    assertThat(checkout.agents("version").exitCode()).isZero();
  }

  @Test
  void aFolderThatCannotBeWrittenStillWorks() throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/setpriv")) && isRoot(),
        "needs root and setpriv to run as a user without write access");
    takeBuildOfItsOwn();
    checkout.bash("chmod -R a+rX '" + folder + "'; chmod a+rwx '" + checkout.home + "'");
    Path build = checkout.build();

    Ran ran =
        checkout.run(
            "/usr/bin/setpriv",
            "--reuid=65534",
            "--regid=65534",
            "--clear-groups",
            checkout.script().toString(),
            "version");

    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).startsWith("agents 0.1.0 (");
    assertThat(build).isDirectoryNotContaining("glob:**.jsa");
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  @Test
  void installedItRunsFromAnywhere() throws Exception {
    Ran installed = checkout.agents("install", "--json");
    assertThat(installed.exitCode()).isZero();
    assertThat(json(installed).path("status").textValue()).isEqualTo("warn");

    Path link = checkout.home.resolve(".local/bin/agents");
    assertThat(checkout.run(link.toString(), "version").out()).startsWith("agents 0.1.0 (");
    assertThat(checkout.run(link.toString(), "install").out()).startsWith("Already linked");
  }

  @Test
  void bashCompletesCommandsOptionsAndValues() throws Exception {
    Ran ran =
        checkout.bash(
            """
            eval "$("$agents" completion bash)"
            complete_words() {
              COMP_WORDS=("$agents" "${@:2}"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE="${COMP_WORDS[*]}"
              COMPREPLY=()
              _complete_agents
              echo "${COMPREPLY[@]}"
            }
            complete_words agents ver
            complete_words agents in
            complete_words agents info --fo
            complete_words agents --format ''
            complete_words agents completion ''
            """);

    assertThat(ran.err()).isEmpty();
    List<List<String>> replies = ran.out().lines().map(it -> List.of(it.split("\\s+"))).toList();
    assertThat(replies).hasSize(5);
    assertThat(replies.get(0)).contains("version");
    assertThat(replies.get(1)).contains("info", "install");
    assertThat(replies.get(2)).contains("--format");
    assertThat(replies.get(3)).contains("rich", "plain", "json", "yaml");
    assertThat(replies.get(4)).contains("bash", "zsh", "fish");
  }
}
