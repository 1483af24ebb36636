package dev.cleveragents.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program gets, and what is known of it afterwards. */
@Timeout(120)
class CommandTest {

  private static final String EXPECTED =
      "PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_.*|TZ|TMPDIR|TERM|AGENTS_RUN";

  /** A variable of this process that a program must not get unless it is named. */
  private static final String OTHER =
      System.getenv().entrySet().stream()
          .filter(entry -> !entry.getKey().matches(EXPECTED) && entry.getValue().matches("[ -~]+"))
          .map(Map.Entry::getKey)
          .sorted()
          .findFirst()
          .orElse("");

  private static CommandResult run(Command command) throws InterruptedException {
    return command.run(CancellationToken.none());
  }

  private static String outputOf(Command command) throws InterruptedException {
    CommandResult result = run(command);
    assertThat(result.succeeded()).as(result.errors().text()).isTrue();
    return result.output().text();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 126, 127, 130, 255})
  void theExitCodeIsTheProgramsAndNoneIsThrown(int code) throws Exception {
    CommandResult result = run(Command.shell("exit " + code));
    assertThat(result.ending()).isEqualTo(new CommandEnding.Exited(code));
    assertThat(result.exitCode()).hasValue(code);
    assertThat(result.succeeded()).isEqualTo(code == 0);
    assertThat(result.took()).isPositive();
  }

  @Test
  void aProgramThatASignalEndedHasTheCodeAShellWouldGive() throws Exception {
    assertThat(run(Command.shell("kill -KILL $$")).ending())
        .isEqualTo(new CommandEnding.Exited(137));
  }

  @Test
  void noShellSeesTheArguments() throws Exception {
    List<String> odd = List.of("", " ", "$HOME", "a'b\"c", "*", "-n", "é\n", "; exit 3");
    List<String> line = new ArrayList<>(List.of("printf", "[%s]"));
    line.addAll(odd);
    assertThat(outputOf(Command.of(line)))
        .isEqualTo(odd.stream().collect(Collectors.joining("][", "[", "]")));
  }

  @Test
  void bothStreamsAreReadAtOnceHoweverMuchIsWritten() throws Exception {
    CommandResult result =
        run(
            Command.shell(
                    "head -c 30000000 /dev/zero & head -c 20000000 /dev/zero >&2; wait; echo end;"
                        + " echo ende >&2")
                .withKeptBytes(1000));
    assertThat(result.succeeded()).isTrue();
    assertThat(result.output().dropped()).isEqualTo(30_000_004 - 1000);
    assertThat(result.errors().dropped()).isEqualTo(20_000_005 - 1000);
    assertThat(result.output().bytes())
        .hasSize(1000)
        .startsWith(0, 0)
        .endsWith('e', 'n', 'd', '\n');
    assertThat(result.errors().text()).contains("[… 19999005 bytes left out …]").endsWith("ende\n");
  }

  @Test
  void whatFitsIsKeptWhole() throws Exception {
    CommandResult result = run(Command.shell("printf 123; printf 4567").withKeptBytes(7));
    assertThat(result.output().text()).isEqualTo("1234567");
    assertThat(result.output().dropped()).isZero();
  }

  @Test
  void bytesThatAreNoTextAreKeptAndShownWithAReplacement() throws Exception {
    CommandResult result = run(Command.shell("printf 'a\\377\\300b'"));
    assertThat(result.output().bytes()).containsExactly('a', 0xff, 0xc0, 'b');
    assertThat(result.output().text()).isEqualTo("a\ufffd\ufffdb");
  }

  @Test
  void standardInputIsWhatItWasGivenAndThenEnds() throws Exception {
    byte[] bytes = new byte[3_000_000];
    new Random(7).nextBytes(bytes);
    CommandResult result = run(Command.of("cat").withInput(bytes).withKeptBytes(bytes.length));
    assertThat(Arrays.equals(result.output().bytes(), bytes)).isTrue();
    assertThat(outputOf(Command.of("cat").withInput("größer\n".getBytes(StandardCharsets.UTF_8))))
        .isEqualTo("größer\n");
  }

  @Test
  void standardInputIsEmptyUnlessGiven() throws Exception {
    assertThat(outputOf(Command.of("cat"))).isEmpty();
  }

  @Test
  void aProgramThatDoesNotReadItsInputEndsAllTheSame() throws Exception {
    assertThat(outputOf(Command.of("echo", "x").withInput(new byte[5_000_000]))).isEqualTo("x\n");
  }

  @Test
  void aProcessThatIsLeftWithUnreadInputDelaysNobody() throws Exception {
    Command command = Command.shell("sleep 300 & echo x").withInput(new byte[5_000_000]);
    assertThat(outputOf(command)).isEqualTo("x\n");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void standardInputIsNoFileThatOthersCouldWriteTo() throws Exception {
    assertThat(outputOf(Command.of("readlink", "/proc/self/fd/0").withInput(new byte[] {1})))
        .startsWith("pipe:");
  }

  @Test
  void changingTheInputAfterwardsChangesNothing() throws Exception {
    byte[] bytes = "good".getBytes(StandardCharsets.UTF_8);
    Command command = Command.of("cat").withInput(bytes);
    bytes[0] = 'f';
    assertThat(outputOf(command)).isEqualTo("good");
    assertThat(outputOf(command)).isEqualTo("good");
  }

  @Test
  void itRunsInItsDirectory(@TempDir Path folder) throws Exception {
    assertThat(outputOf(Command.of("pwd", "-P").withDirectory(folder)))
        .isEqualTo(folder.toRealPath() + "\n");
    assertThat(outputOf(Command.of("pwd", "-P"))).isEqualTo(Path.of("").toRealPath() + "\n");
  }

  @Test
  void aProgramIsFoundByItsPathFromTheDirectory(@TempDir Path folder) throws Exception {
    Path script = folder.resolve("it.sh");
    Files.writeString(script, "#!/bin/sh\necho here\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    assertThat(outputOf(Command.of("./it.sh").withDirectory(folder))).isEqualTo("here\n");
    assertThat(outputOf(Command.of("it.sh").withVariable("PATH", folder.toString())))
        .isEqualTo("here\n");
  }

  @Test
  void theEnvironmentIsCleaned() throws Exception {
    assertThat(OTHER).as("something to leak").isNotEmpty();
    Map<String, String> seen = environmentOf(Command.of("env"));
    assertThat(seen)
        .containsEntry("PATH", System.getenv("PATH"))
        .containsEntry("TERM", "dumb")
        .containsKey("AGENTS_RUN");
    assertThat(seen.keySet()).allMatch(name -> name.matches(EXPECTED));
  }

  @Test
  void whatTheCallerNamesIsThere() throws Exception {
    Command command =
        Command.of("env")
            .withInherited(OTHER, "NOT_SET_ANYWHERE")
            .withVariable("A", "1")
            .withVariables(Map.of("B", "x=y", "TERM", "vt100"));
    assertThat(environmentOf(command))
        .containsEntry(OTHER, System.getenv(OTHER))
        .containsEntry("A", "1")
        .containsEntry("B", "x=y")
        .containsEntry("TERM", "vt100")
        .doesNotContainKey("NOT_SET_ANYWHERE");
  }

  private static Map<String, String> environmentOf(Command command) throws InterruptedException {
    return outputOf(command)
        .lines()
        .collect(
            Collectors.toMap(
                line -> line.substring(0, line.indexOf('=')),
                line -> line.substring(line.indexOf('=') + 1)));
  }

  @Test
  void everyRunHasAMarkerOfItsOwnWithItsOwner() throws Exception {
    Command command = Command.shell("echo $AGENTS_RUN").withOwner("nightly");
    String first = outputOf(command);
    assertThat(first).matches("nightly/[0-9A-Z]{26}\n");
    assertThat(outputOf(command)).isNotEqualTo(first);
    assertThat(outputOf(Command.shell("echo $AGENTS_RUN"))).startsWith("command/");
  }

  @Test
  void outputIsHeardLiveAndWhole() throws Exception {
    List<String> heard = new CopyOnWriteArrayList<>();
    AtomicInteger ends = new AtomicInteger();
    LiveOutput live =
        new LiveOutput() {
          @Override
          public void received(OutputChannel channel, byte[] bytes) {
            heard.add(channel + " " + new String(bytes, StandardCharsets.UTF_8));
          }

          @Override
          public void ended() {
            ends.incrementAndGet();
          }
        };
    run(Command.shell("echo a; echo b >&2").withLive(live).withKeptBytes(0));
    assertThat(heard).containsExactlyInAnyOrder("OUTPUT a\n", "ERRORS b\n");
    assertThat(ends).hasValue(1);
  }

  @Test
  void outputIsHeardWhileTheProgramRuns(@TempDir Path folder) throws Exception {
    Path go = folder.resolve("go");
    LiveLines live =
        new LiveLines(
            (_, line) -> {
              if (line.equals("ask")) {
                assertThat(go.toFile().mkdir()).isTrue();
              }
            });
    assertThat(
            outputOf(
                Command.shell("echo ask; while [ ! -d go ]; do sleep 0.01; done; echo end")
                    .withDirectory(folder)
                    .withLive(live)
                    .withDeadline(Duration.ofSeconds(60))))
        .isEqualTo("ask\nend\n");
  }

  @Test
  void aListenerThatThrowsHearsNoMoreAndHarmsNothing() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    LiveOutput live =
        (_, _) -> {
          calls.incrementAndGet();
          throw new IllegalStateException("a listener of this test throws");
        };
    assertThat(outputOf(Command.shell("echo a; sleep 0.2; echo b").withLive(live)))
        .isEqualTo("a\nb\n");
    assertThat(calls).hasValue(1);
  }

  @Test
  void aListenerThatNeverReturnsHoldsUpNeitherTheDeadlineNorTheCall() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    LiveOutput live =
        (_, _) -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    Duration deadline = Duration.ofMillis(300);
    CommandResult result = run(Command.of("yes").withLive(live).withDeadline(deadline));
    assertThat(result.ending()).isEqualTo(new CommandEnding.DeadlinePassed(deadline));
  }

  @Test
  void whatCanBeNoCommandIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Command.of(List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> Command.of(""));
    assertThatIllegalArgumentException().isThrownBy(() -> Command.of("a", "b\0c"));
    Command command = Command.of("true");
    assertThatIllegalArgumentException().isThrownBy(() -> command.withVariable("", "x"));
    assertThatIllegalArgumentException().isThrownBy(() -> command.withVariable("A=B", "x"));
    assertThatIllegalArgumentException().isThrownBy(() -> command.withVariable("A", "\0"));
    assertThatIllegalArgumentException().isThrownBy(() -> command.withVariable("AGENTS_RUN", "x"));
    assertThatIllegalArgumentException().isThrownBy(() -> command.withInherited("A=B"));
    assertThatIllegalArgumentException().isThrownBy(() -> command.withOwner(" "));
    assertThatIllegalArgumentException().isThrownBy(() -> command.withOwner("a b"));
    assertThatIllegalArgumentException().isThrownBy(() -> command.withOwner("a/b"));
    assertThatIllegalArgumentException().isThrownBy(() -> command.withOwner("ä"));
    assertThatIllegalArgumentException().isThrownBy(() -> command.withDeadline(Duration.ZERO));
    assertThatIllegalArgumentException().isThrownBy(() -> command.withGrace(Duration.ofMillis(-1)));
    assertThatIllegalArgumentException().isThrownBy(() -> command.withKeptBytes(-1));
  }

  @Test
  void aCommandIsAValue() {
    Command plain = Command.of("a", "b");
    Command other =
        plain
            .withVariable("KEY", "secret")
            .withInput("secret".getBytes(StandardCharsets.UTF_8))
            .withOwner("me");
    assertThat(plain.owner()).isEmpty();
    assertThat(other.owner()).hasValue("me");
    assertThat(other.arguments()).containsExactly("a", "b");
    assertThat(plain.limits()).isEqualTo(CommandLimits.DEFAULT);
    assertThat(plain.directory()).isAbsolute();
    assertThat(other.toString()).isEqualTo("[a, b] in " + plain.directory());
    assertThat(other.environment().toString()).isEqualTo("inherited [], set [KEY]");
    assertThat(CapturedOutput.NOTHING).hasToString("0 bytes, 0 dropped");
  }

  @Test
  void aProgramWithAPipeAnswersWhileItRuns() throws Exception {
    BlockingQueue<OutputStream> pipes = new LinkedBlockingQueue<>();
    Command command = Command.shell("echo ready; read -r line; echo \"ready $line\"; cat");
    try (Background running = new Background(command.withPipe(pipes::add))) {
      try (OutputStream pipe = pipes.take()) {
        pipe.write("one\ntwo\n".getBytes(StandardCharsets.UTF_8));
      }

      assertThat(running.result().output().text()).isEqualTo("ready\nready one\ntwo\n");
      assertThat(running.result().succeeded()).isTrue();
    }
  }
}
