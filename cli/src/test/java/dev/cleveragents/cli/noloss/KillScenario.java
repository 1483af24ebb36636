package dev.cleveragents.cli.noloss;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.TestCli;
import dev.cleveragents.cli.noloss.StopPoint.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A kill, and what must hold after it.
 *
 * @param point where it happens
 * @param again where the recovering process is killed too; null if it is not
 */
record KillScenario(
    UndisturbedRun undisturbed, KillPoint point, @Nullable KillPoint again, Edit edit) {

  static KillScenario at(UndisturbedRun undisturbed, KillPoint point, Edit edit) {
    return new KillScenario(undisturbed, point, null, edit);
  }

  /** One at each point of a kind. */
  static List<KillScenario> atAll(UndisturbedRun undisturbed, Kind kind, Edit edit) {
    List<KillPoint> points = undisturbed.of(kind);
    assertThat(points).as("points to be killed at").isNotEmpty();
    return points.stream().map(point -> at(undisturbed, point, edit)).toList();
  }

  static final int SIGKILL = 9;
  static final int SIGSTOP = 19;

  /** What the user does before anybody has put things right. */
  enum Edit {
    /** Edits files that the plan does not change, and makes new ones next to those it does. */
    ELSEWHERE,
    /** Edits a file that the plan changes, and has one where the plan makes one. */
    ON_A_CHANGED_PATH
  }

  /**
   * The locks by which an apply holds the index, HEAD and the branch; the process that recovers it
   * removes them.
   */
  private static final String LOCK = ".*/(index|HEAD|refs/heads/(main|feature))\\.lock";

  private static final String MINE = "mine, written after the crash\n";

  /** Kills, edits, recovers, resumes; fails if anything of the user's or of the plan is lost. */
  void survive(NoLossSetup setup, Path folder) throws Exception {
    TestUser user = new TestUser(setup, undisturbed.tree(), folder);
    UserState before = user.exactly();
    boolean applied = isCommitted(user.killAt(point, setup.run()));
    checkWhatIsThere(user, before, applied);
    Set<String> edited = edit(user);
    if (again != null) {
      applied |= isCommitted(user.killAt(again, user.resumeArguments()));
    }
    user.recover();
    if (applied) {
      assertEnd(user, edited);
    } else {
      assertUntouched(user, before, edited);
    }
    TestCli.Run resumed = user.resume();
    if (edit == Edit.ON_A_CHANGED_PATH && !applied) {
      assertThat(resumed.exitCode()).as(resumed.out() + resumed.err()).isEqualTo(4);
      assertThat(user.stage()).isEqualTo("apply/constrained");
      assertUntouched(user, before, edited);
      assertThat(resumed.out())
          .contains("a.txt (you have", "folder/by-plan.txt (you have an untracked file");
      Files.writeString(user.place.resolve("a.txt"), "one\ntwo\nthree\n");
      Files.delete(user.place.resolve("folder/by-plan.txt"));
      edited = Set.of();
      resumed = user.resume();
    }
    assertApplied(resumed, edited);
    assertThat(user.stage()).isEqualTo("apply/applied");
    assertEnd(user, edited);
    String commits = user.commits();
    assertApplied(user.resume(), edited);
    assertThat(user.commits()).as("asked again").isEqualTo(commits);
    user.modelUse().assertNoReplyPaidTwice(undisturbed.models(), again == null ? 1 : 2);
    user.tidy();
    user.clear();
    assertEnd(user, edited);
  }

  /**
   * The plan is applied; where an edit was in its way and was kept, the answer is no plain yes and
   * names the file.
   */
  private void assertApplied(TestCli.Run resumed, Set<String> edited) {
    boolean inTheWay = edit == Edit.ON_A_CHANGED_PATH && !edited.isEmpty();
    if (inTheWay && resumed.exitCode() == 4) {
      assertThat(resumed.out()).containsPattern("Not applied: [^\"]*(a|by-plan)\\.txt");
    } else {
      assertThat(resumed.exitCode()).as(resumed.out() + resumed.err()).isZero();
    }
  }

  private static boolean isCommitted(List<KillPoint> reached) {
    return reached.stream().anyMatch(it -> it.isStep("COMMITTED"));
  }

  /** What a dead process has left, before anybody has looked at it. */
  private void checkWhatIsThere(TestUser user, UserState before, boolean applied)
      throws IOException {
    UserState now = user.exactly();
    assertThat(now.objects()).containsAll(before.objects());
    Set<String> git = new TreeSet<>(now.git().keySet());
    git.addAll(before.git().keySet());
    git.removeIf(
        name -> name.matches(LOCK) || Objects.equals(now.git().get(name), before.git().get(name)));
    Set<String> files = now.differing(before);
    if (!applied) {
      assertThat(files).as("files changed without an apply").isEmpty();
      assertThat(git).as("of git, changed without an apply").isEmpty();
      return;
    }
    assertThat(git)
        .as("of git, changed by an apply")
        .allMatch(name -> name.matches(".*(/index|/logs/HEAD|/HEAD|refs/heads/(main|feature))"));
    for (String name : files) {
      assertThat(undisturbed.changed()).as("changed by an apply").contains(name);
      assertThat(now.files().get(name))
          .as("half of a file: " + name)
          .isIn(null, before.files().get(name), undisturbed.end().files().get(name));
    }
  }

  private Set<String> edit(TestUser user) throws IOException {
    List<String> paths =
        edit == Edit.ON_A_CHANGED_PATH
            ? List.of("a.txt", "folder/by-plan.txt")
            : List.of("kept.txt", "after-the-crash.txt", "folder/after-the-crash.txt");
    Set<String> names = new HashSet<>();
    for (String path : paths) {
      Files.writeString(user.place.resolve(path), MINE);
      names.add(user.directory.relativize(user.place.resolve(path)).toString());
    }
    return names;
  }

  private void assertUntouched(TestUser user, UserState before, Set<String> edited)
      throws IOException {
    UserState now = user.exactly();
    assertEdits(user, edited);
    assertThat(now.differences(before.taking(now, edited))).as("nothing is applied").isEmpty();
  }

  private void assertEnd(TestUser user, Set<String> edited) throws IOException {
    UserState now = user.meaning();
    assertEdits(user, edited);
    assertThat(now.differences(undisturbed.end().taking(now, edited)))
        .as("everything is applied")
        .isEmpty();
  }

  private static void assertEdits(TestUser user, Set<String> edited) throws IOException {
    for (String name : edited) {
      assertThat(Files.readString(user.directory.resolve(name)))
          .as("the user's edit")
          .isEqualTo(MINE);
    }
  }

  @Override
  public String toString() {
    return "%s, killed at %s%s, edit %s"
        .formatted(undisturbed.tree(), point, again == null ? "" : " and again at " + again, edit);
  }
}
