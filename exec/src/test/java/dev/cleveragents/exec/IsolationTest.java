package dev.cleveragents.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cleveragents.exec.confine.ConfinementRules;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A confined program is kept apart from processes, the network and folders of others. */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class IsolationTest {

  private static final Duration BEYOND = Duration.ofSeconds(2);

  /** The number of the system call of debuggers; 0 where it is not known. */
  private static final int PTRACE =
      switch (System.getProperty("os.arch")) {
        case "amd64" -> 101;
        case "aarch64" -> 117;
        default -> 0;
      };

  private final Witness witness = new Witness();

  @TempDir Path folder;
  private Path own;
  private Path data;

  @BeforeEach
  void folders() throws Exception {
    data = Files.createDirectories(folder.toRealPath().resolve("data"));
    own = Files.createDirectories(data.resolve("mine/files"));
    Files.writeString(own.resolve("work"), "begun\n");
    Files.writeString(data.resolve("mine/context.md"), "context\n");
    Files.createDirectories(data.resolve("theirs/files"));
    Files.writeString(data.resolve("keys.toml"), "secret\n");
  }

  @AfterEach
  void nothingIsLeft() {
    witness.seesNothing();
  }

  private ConfinementRules rules() {
    return new ConfinementRules(List.of(own), List.of(folder), List.of(data.resolve("mine")))
        .hiding(data);
  }

  private Command command(ConfinementTest.By by, ConfinementRules rules, String line)
      throws Exception {
    return Command.of("bash", "-c", line)
        .withDirectory(own)
        .confined(new Confinement.Wrapping(by.orSkip(), rules));
  }

  private String said(ConfinementTest.By by, ConfinementRules rules, String line) throws Exception {
    CommandResult result = command(by, rules, line).run(CancellationToken.none());
    return result.output().text() + result.errors().text();
  }

  @ParameterizedTest
  @EnumSource
  void itSeesAndSignalsNoProcessButItsOwn(ConfinementTest.By by) throws Exception {
    long ours = ProcessHandle.current().pid();
    assumeTrue(ours > 100, "a process of the command may have our id");
    String line =
        "ls -d /proc/%1$d; kill -s 0 %1$d; kill -s 0 -- -1 && echo others; ls -d /proc/[0-9]* | wc -l"
            .formatted(ours);
    String said = said(by, rules(), line);
    assertThat(said).doesNotContain("/proc/%d\n".formatted(ours)).contains("No such process");
    assertThat(said.lines().filter(it -> it.matches("[0-9]+")).findFirst().map(Integer::parseInt))
        .hasValueSatisfying(count -> assertThat(count).isLessThan(8));
  }

  @ParameterizedTest
  @EnumSource
  void itHasTerminalsOfItsOwn(ConfinementTest.By by) throws Exception {
    String file = "stat -c %d /dev/pts";
    String ours = Command.shell(file).run(CancellationToken.none()).output().text();
    assertThat(said(by, rules(), file)).matches("[0-9]+\n").isNotEqualTo(ours);
    assertThat(
            said(by, rules(), "ls /dev/pts; echo x > /dev/null; exec 3<> /dev/ptmx; ls /dev/pts"))
        .isEqualTo("ptmx\n0\nptmx\n");
  }

  @ParameterizedTest
  @EnumSource
  void itWritesNoSettingOfTheSystem(ConfinementTest.By by) throws Exception {
    // The value that is there already: should it be written, nothing changes.
    String said =
        said(by, rules(), "f=/proc/sys/vm/swappiness; v=$(cat $f) && echo \"$v\" > $f && echo ha");
    assertThat(said).containsAnyOf("Read-only file system", "Permission denied");
    assertThat(said).doesNotContain("ha\n");
    assertThat(said(by, rules(), "grep -E ' /(proc/)?sys ' /proc/self/mountinfo | wc -l"))
        .isNotEqualTo("0\n");
    assertThat(said(by, rules(), "[ -w /proc/sys/vm/swappiness ] && echo ha")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void itSeesOnlyItsOwnInAHiddenFolder(ConfinementTest.By by) throws Exception {
    String said =
        said(
            by,
            rules(),
            "ls '%1$s'; cat '%1$s/keys.toml'; cat ../context.md; echo x > '%1$s/new'; echo x > ../new; mkdir '%1$s/theirs'; umount '%1$s'; echo more >> work; cat work"
                .formatted(data));
    assertThat(said).startsWith("mine\n").contains("context\n").contains("begun\nmore\n");
    assertThat(said).doesNotContain("theirs\n").doesNotContain("secret");
    assertThat(own.resolve("work")).hasContent("begun\nmore\n");
    assertThat(data.resolve("new")).doesNotExist();
    assertThat(data.resolve("mine/new")).doesNotExist();
    assertThat(data.resolve("theirs/files")).isEmptyDirectory();
  }

  @ParameterizedTest
  @EnumSource
  void itHasTheNetworkUnlessItIsTakenAwayAndThenALoopbackOfItsOwn(ConfinementTest.By by)
      throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      String connect = "exec 3<>/dev/tcp/127.0.0.1/%d && echo in".formatted(server.getLocalPort());
      assertThat(said(by, rules(), connect)).isEqualTo("in\n");
      assertThat(said(by, rules().withoutNetwork(), connect)).contains("Connection refused");
      assertThat(said(by, rules().withoutNetwork(), "echo > /dev/udp/192.0.2.1/9"))
          .contains("Network is unreachable");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDaemonThatDropsEnvironmentSessionAndParentEndsWithTheProgram(ConfinementTest.By by)
      throws Exception {
    CommandResult result = command(by, rules(), daemon("exit 3")).run(CancellationToken.none());
    assertThat(result.ending()).isEqualTo(new CommandEnding.Exited(3));
    assertThat(witness.living()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void anInterruptOfARunWithSuchADaemonIsOverWithinGraceAndTwoSeconds(ConfinementTest.By by)
      throws Exception {
    Duration grace = Duration.ofMillis(500);
    Command stubborn =
        command(
                by,
                rules(),
                daemon("trap '' TERM; echo ready; while :; do " + witness.sleep() + "; done"))
            .withGrace(grace);
    try (Background running = new Background(stubborn)) {
      running.awaitReady();
      long asked = System.nanoTime();
      running.cancel();
      assertThat(running.result().survivors()).isEmpty();
      assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(grace.plus(BEYOND));
      assertThat(witness.living()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDeadlineOfARunWithSuchADaemonHoldsWithinGraceAndTwoSeconds(ConfinementTest.By by)
      throws Exception {
    Duration deadline = Duration.ofSeconds(1);
    Command stubborn =
        command(by, rules(), daemon("trap '' TERM; while :; do " + witness.sleep() + "; done"))
            .withGrace(Duration.ofMillis(500))
            .withDeadline(deadline);
    CommandResult result = stubborn.run(CancellationToken.none());
    assertThat(result.ending()).isEqualTo(new CommandEnding.DeadlinePassed(deadline));
    assertThat(result.took()).isLessThan(deadline.plusMillis(500).plus(BEYOND));
    assertThat(witness.living()).isEmpty();
  }

  /** The children of a program that ends at the request may still end in peace. */
  @ParameterizedTest
  @EnumSource
  void aChildIsGivenItsGraceThoughItsProgramEndsAtOnce(ConfinementTest.By by) throws Exception {
    Command two =
        command(
                by,
                rules(),
                "sh -c 'trap \"sleep 0.3; echo bye > saved; exit\" TERM; echo ready; while :; do sleep"
                    + " 0.01; done' & wait")
            .withGrace(Duration.ofSeconds(20));
    try (Background running = new Background(two)) {
      running.awaitReady().cancel();
      running.result();
      assertThat(own.resolve("saved")).hasContent("bye\n");
    }
  }

  /** The first process of the namespace is in no process's reach but ours. */
  @ParameterizedTest
  @EnumSource
  void itCannotEndTheProcessThatEndsIt(ConfinementTest.By by) throws Exception {
    assertThat(
            said(
                by,
                rules(),
                "trap '' TERM; kill -KILL 1; kill -TERM 1; kill -STOP 1; kill 0; echo alive"))
        .contains("alive");
  }

  /** A debugger can hold the first process of the namespace; what ends it is outside. */
  @ParameterizedTest
  @EnumSource
  void aFirstProcessThatIsHeldEndsAtTheDeadlineAndWhenCancelled(ConfinementTest.By by)
      throws Exception {
    String hold =
        "perl -e '$| = 1; syscall(%d, 0x4206, 1, 0, 0) == 0 or exit 3; syscall(%d, 0x4207, 1, 0, 0);"
                .formatted(PTRACE, PTRACE)
            + " print qq(ready\\n); $SIG{TERM} = q(IGNORE); sleep 600'";
    assumeTrue(
        PTRACE > 0 && said(by, rules(), hold.replace("sleep 600", "exit 0")).contains("ready"));
    Duration grace = Duration.ofMillis(500);
    Command held = command(by, rules(), hold + "; " + witness.sleep()).withGrace(grace);
    try (Background running = new Background(held)) {
      running.awaitReady();
      long asked = System.nanoTime();
      running.cancel();
      running.result();
      assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(grace.plus(BEYOND));
      assertThat(witness.living()).isEmpty();
    }
    Duration deadline = Duration.ofSeconds(1);
    CommandResult result = held.withDeadline(deadline).run(CancellationToken.none());
    assertThat(result.ending()).isEqualTo(new CommandEnding.DeadlinePassed(deadline));
    assertThat(result.took()).isLessThan(deadline.plus(grace).plus(BEYOND));
    assertThat(witness.living()).isEmpty();
  }

  /** Starts what drops environment, session and parent, and ignores requests to end. */
  private String daemon(String then) {
    return "env -i PATH=\"$PATH\" setsid sh -c '(trap \"\" TERM HUP INT; echo up > %1$s; while :; do %2$s; done) </dev/null >/dev/null 2>&1 &' & wait; while [ ! -s %1$s ]; do sleep 0.01; done; %3$s"
        .formatted(own.resolve("up"), witness.sleep(), then);
  }
}
