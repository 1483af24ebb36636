package dev.cleveragents.cli.noloss;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * The run of the plan without a kill.
 *
 * @param end the user's state after it
 * @param points all points reached, in order
 * @param changed the files that it changed
 * @param models what it asked models
 */
record UndisturbedRun(
    UserTree tree, UserState end, List<KillPoint> points, Set<String> changed, ModelUse models) {

  static UndisturbedRun run(NoLossSetup setup, UserTree tree, Path folder) throws Exception {
    TestUser user = new TestUser(setup, tree, folder);
    UserState meant = user.meaning();
    List<KillPoint> points = user.points(setup.run());
    assertThat(user.stage()).isEqualTo("apply/applied");
    UserState end = user.meaning();
    UndisturbedRun undisturbed =
        new UndisturbedRun(tree, end, points, Set.copyOf(end.differing(meant)), user.modelUse());
    assertThat(undisturbed.changed())
        .as("all that the plan changes, and nothing else")
        .allMatch(
            name ->
                name.matches(
                    "[a-z]+/(a|b|gone|old-name)\\.txt|[a-z]+/tool\\.sh"
                        + "|[a-z]+/folder/(by-plan|new-name)\\.txt|[a-z]+/deep(/er(/made\\.txt)?)?"))
        .hasSizeGreaterThanOrEqualTo(8);
    setup.assertPaidInFull(undisturbed.models());
    user.tidy();
    return undisturbed;
  }

  List<KillPoint> of(StopPoint.Kind kind) {
    return points.stream().filter(point -> point.kind() == kind).toList();
  }
}
