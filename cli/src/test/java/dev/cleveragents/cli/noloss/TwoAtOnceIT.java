package dev.cleveragents.cli.noloss;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.noloss.StopPoint.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Two processes, one plan, at the same moment: exactly one result holds, and both tell it. */
class TwoAtOnceIT {

  private static final List<String> COMMANDS =
      List.of("execute", "apply", "cancel", "resume", "rollback", "clean up");
  private static final int ROUNDS = Integer.getInteger("noloss.rounds", 1);
  private static final long SEED = Long.getLong("noloss.seed", 20261116);

  /** What is found in the names of the pairs to be run, as a failure tells them. */
  private static final Predicate<String> ONLY =
      Pattern.compile(System.getProperty("noloss.only", "")).asPredicate();

  private static final Twin[] TWINS = new Twin[2];

  @TempDir private static Path shared;
  private static Bench bench;

  @TempDir private Path folder;

  @BeforeAll
  static void twoProcesses() throws Exception {
    TWINS[0] = Twin.start();
    TWINS[1] = Twin.start();
    bench = Bench.in(shared.toRealPath());
  }

  @AfterAll
  static void end() {
    TWINS[0].close();
    TWINS[1].close();
  }

  /** Where the plan stands when the two come. */
  enum Start {
    /** It waits for somebody to let it be carried out. */
    PLANNED,
    /** Its command has failed. */
    FAILED,
    /** It waits for somebody to let it be applied. */
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
          if (start.isFor(pair) && isRun(start, i, k) && ONLY.test(start + ": " + pair)) {
            all.add(Arguments.of(start, COMMANDS.get(i), COMMANDS.get(k)));
          }
        }
      }
    }
    return all.stream();
  }

  /** A third of the pairs, and each command beside itself; every pair when exhaustive. */
  private static boolean isRun(Start start, int one, int other) {
    return Boolean.getBoolean("exhaustive")
        || one == other
        || Math.floorMod(start.name().hashCode() + one + other, 3) == 0;
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("pairs")
  void ofTwoCommandsForOnePlanExactlyOneResultHolds(Start start, String one, String other)
      throws Exception {
    Random random = new Random(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      Trial trial = new Trial(bench, UserTree.MIXED, folder.resolve("round-" + round));
      make(start, trial);
      long lag = round == 0 ? 0 : random.nextLong(-400, 400) * 1_000_000;
      new Duel(one, other).fight(trial, TWINS[0], TWINS[1], lag);
    }
  }

  static Stream<Arguments> undoPairs() {
    return Stream.of(Start.APPLIED, Start.CARRIED_OUT)
        .flatMap(
            start ->
                UndoDuel.others(start == Start.APPLIED).stream()
                    .filter(other -> ONLY.test("%s: undo, %s".formatted(start, other)))
                    .map(other -> Arguments.of(start, other)));
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("undoPairs")
  void anUndoBesideAnotherCommandTakesTheWorkBackOnceOrNotAtAll(Start start, String other)
      throws Exception {
    Trial trial = new Trial(bench, UserTree.MIXED, folder.resolve("undo"));
    make(start, trial);
    new UndoDuel(other).fight(trial, TWINS[0], TWINS[1], start == Start.APPLIED);
  }

  private void make(Start start, Trial trial) throws Exception {
    Path gate = trial.user.resolveSibling("gate");
    String line = "test -e '%s' && echo zwei >> a.txt".formatted(gate);
    List<String> run = new ArrayList<>(List.of("run", "go", "--exec", line));
    switch (start) {
      case PLANNED -> {
        Files.createFile(gate);
        run.addAll(List.of("--profile", "supervised"));
        assertStands(trial, run, "strategize/complete");
      }
      case FAILED -> {
        assertStands(trial, run, "execute/errored");
        Files.createFile(gate);
      }
      case CARRIED_OUT -> {
        Files.createFile(gate);
        assertStands(trial, run, "execute/complete");
      }
      case APPLIED -> {
        Files.createFile(gate);
        run.add("--yes");
        assertStands(trial, run, "apply/applied");
      }
      case KILLED_IN_APPLY -> {
        Files.createFile(gate);
        run.add("--yes");
        trial.startUntilKilled(Kind.STEP, "COMMITTED", run);
      }
    }
  }

  private static void assertStands(Trial trial, List<String> run, String stage) {
    trial.agents(run);
    assertThat(trial.stage()).isEqualTo(stage);
  }
}
