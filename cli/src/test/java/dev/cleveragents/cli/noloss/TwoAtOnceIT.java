package dev.cleveragents.cli.noloss;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.noloss.StopPoint.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Two processes, one plan, at the same moment: exactly one result holds, and both report it. */
class TwoAtOnceIT {

  private static final List<String> COMMANDS =
      List.of("execute", "apply", "cancel", "resume", "rollback", "clean up");
  private static final int ROUNDS = Integer.getInteger("noloss.rounds", 1);
  private static final long SEED = Long.getLong("noloss.seed", 20261116);

  /** What is found in the names of the pairs to be run, as a failure tells them. */
  private static final Predicate<String> ONLY =
      Pattern.compile(System.getProperty("noloss.only", "")).asPredicate();

  /** Those that every build runs: a pair for each start. */
  private static final Set<String> IN_EVERY_BUILD =
      Set.of(
          "PLANNED: execute, execute",
          "FAILED: resume, rollback",
          "CARRIED_OUT: apply, cancel",
          "KILLED_IN_APPLY: resume, clean up",
          "CARRIED_OUT: undo, apply",
          "APPLIED: undo, undo");

  private static final CommandProcess[] PROCESSES = new CommandProcess[2];

  @TempDir private static Path shared;
  private static NoLossSetup setup;

  @TempDir private Path folder;

  @BeforeAll
  static void twoProcesses() throws Exception {
    PROCESSES[0] = CommandProcess.start();
    PROCESSES[1] = CommandProcess.start();
    setup = NoLossSetup.in(shared.toRealPath());
  }

  @AfterAll
  static void end() {
    PROCESSES[0].close();
    PROCESSES[1].close();
  }

  /** Where the plan stands when the two come. */
  enum Start {
    /** It waits for the approval before execute. */
    PLANNED,
    /** Its command has failed. */
    FAILED,
    /** It waits for the approval before apply. */
    CARRIED_OUT,
    /** Its owner was killed when its apply could not be taken back any more. */
    KILLED_IN_APPLY,
    /** It is applied, so that it can be undone. */
    APPLIED;

    /** Whether there is anything for these two to do. */
    boolean isFor(String pair) {
      boolean something =
          this == CARRIED_OUT || this == (pair.contains("clean") ? KILLED_IN_APPLY : FAILED);
      return something || !(this == APPLIED || pair.contains("rollback") || pair.contains("clean"));
    }
  }

  static Stream<Arguments> pairs() {
    List<Arguments> all = new ArrayList<>();
    for (Start start : Start.values()) {
      for (int i = 0; i < COMMANDS.size(); i++) {
        for (int k = i; k < COMMANDS.size(); k++) {
          String pair = COMMANDS.get(i) + ", " + COMMANDS.get(k);
          if (start.isFor(pair) && isRun(start + ": " + pair)) {
            all.add(Arguments.of(start, COMMANDS.get(i), COMMANDS.get(k)));
          }
        }
      }
    }
    return all.stream();
  }

  private static boolean isRun(String pair) {
    return ONLY.test(pair) && (Boolean.getBoolean("exhaustive") || IN_EVERY_BUILD.contains(pair));
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("pairs")
  void ofTwoCommandsForOnePlanExactlyOneResultHolds(Start start, String one, String other)
      throws Exception {
    Random random = new Random(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      TestUser user = new TestUser(setup, UserTree.MIXED, folder.resolve("round-" + round));
      make(start, user);
      long lag = round == 0 ? 0 : random.nextLong(-400, 400) * 1_000_000;
      new ConcurrentCommands(one, other).run(user, PROCESSES[0], PROCESSES[1], lag);
    }
  }

  static Stream<Arguments> undoPairs() {
    return Stream.of(Start.APPLIED, Start.CARRIED_OUT)
        .flatMap(
            start ->
                ConcurrentUndo.others(start == Start.APPLIED).stream()
                    .filter(other -> isRun("%s: undo, %s".formatted(start, other)))
                    .map(other -> Arguments.of(start, other)));
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("undoPairs")
  void anUndoBesideAnotherCommandTakesTheWorkBackOnceOrNotAtAll(Start start, String other)
      throws Exception {
    TestUser user = new TestUser(setup, UserTree.MIXED, folder.resolve("undo"));
    make(start, user);
    new ConcurrentUndo(other).run(user, PROCESSES[0], PROCESSES[1], start == Start.APPLIED);
  }

  private void make(Start start, TestUser user) throws Exception {
    Path gate = user.directory.resolveSibling("gate");
    String line = "test -e '%s' && echo zwei >> a.txt".formatted(gate);
    List<String> run = new ArrayList<>(List.of("run", "go", "--exec", line));
    switch (start) {
      case PLANNED -> {
        Files.createFile(gate);
        run.addAll(List.of("--profile", "supervised"));
        assertStands(user, run, "strategize/complete");
      }
      case FAILED -> {
        assertStands(user, run, "execute/errored");
        Files.createFile(gate);
      }
      case CARRIED_OUT -> {
        Files.createFile(gate);
        assertStands(user, run, "execute/complete");
      }
      case APPLIED -> {
        Files.createFile(gate);
        run.add("--yes");
        assertStands(user, run, "apply/applied");
      }
      case KILLED_IN_APPLY -> {
        Files.createFile(gate);
        run.add("--yes");
        user.startUntilKilled(Kind.STEP, "COMMITTED", run);
      }
    }
  }

  private static void assertStands(TestUser user, List<String> run, String stage) {
    user.agents(run);
    assertThat(user.stage()).isEqualTo(stage);
  }
}
