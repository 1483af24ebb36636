package dev.cleveragents.engine.subplan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.definition.SubplanRules;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.subplan.SubplanScheduler.Decision;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.workspace.PlanId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every row of the table: subplans as {@code name[<dependency]:state}, where the state is planned,
 * running, complete, failed or cancelled.
 */
@SuppressWarnings("StringSplitter") // the texts are those of this test, and none is empty
class SubplanSchedulerTest {

  @ParameterizedTest
  @CsvSource({
    // subplans                               | fail fast | starts | cancels | over
    "'a:planned b:planned',                     false, 'a b', '',    false",
    "'a:running b:planned',                     false, 'b',   '',    false",
    "'a:running b:running',                     false, '',    '',    false",
    "'a:complete b:complete',                   false, '',    '',    true",
    "'a:complete b:running',                    false, '',    '',    false",
    "'a:planned b<a:planned c<b:planned',       false, 'a',   '',    false",
    "'a:running b<a:planned c<b:planned',       false, '',    '',    false",
    "'a:complete b<a:planned c<b:planned',      false, 'b',   '',    false",
    "'a:complete b<a:planned c<a:planned',      false, 'b c', '',    false",
    "'a:complete b:running c<a&b:planned',      false, '',    '',    false",
    "'a:complete b:complete c<a&b:planned',     false, 'c',   '',    false",
    // One that failed or was cancelled blocks those that need it, and no others.
    "'a:failed b<a:planned c:running',          false, '',    '',    false",
    "'a:failed b<a:planned c:complete',         false, '',    '',    true",
    "'a:cancelled b<a:planned c:planned',       false, 'c',   '',    false",
    "'a:cancelled b<a:planned',                 false, '',    '',    true",
    "'a:failed b:running',                      false, '',    '',    false",
    "'a:failed b:complete',                     false, '',    '',    true",
    "'a:cancelled b:cancelled',                 false, '',    '',    true",
    // Failing fast starts nothing and cancels what has not ended.
    "'a:failed b:running c:planned d:complete', true,  '',    'b c', false",
    "'a:failed b:planned',                      true,  '',    'b',   true",
    "'a:failed b:cancelled',                    true,  '',    '',    true",
    "'a:complete b:planned',                    true,  'b',   '',    false",
    "'a:cancelled b:planned',                   true,  'b',   '',    false",
  })
  void decidesByTheStatesOfAllSubplans(
      String subplans, boolean failFast, String starts, String cancels, boolean over) {
    Decision decision = SubplanScheduler.next(new SubplanRules(10, failFast), rows(subplans));
    assertThat(names(decision.starts())).isEqualTo(starts);
    assertThat(names(decision.cancels())).isEqualTo(cancels);
    assertThat(decision.over()).isEqualTo(over);
  }

  @ParameterizedTest
  @CsvSource({
    // subplans                                   | starts | over
    "'a:planned b:planned c:planned',               'a',     false",
    "'a:running b:planned c:planned',               '',      false",
    "'a:complete b:planned c:planned',              'b',     false",
    "'a:complete b:complete c:running',             '',      false",
    "'a:complete b:complete c:complete',            '',      true",
    // A failure stops the rest, which is not cancelled: it starts once the failure is gone.
    "'a:failed b:planned c:planned',                '',      true",
    "'a:complete b:failed c:planned',               '',      true",
    "'a:complete b:cancelled c:planned',            'c',     false",
    // One whose dependency was cancelled never starts, and does not stop the others.
    "'a:cancelled b<a:planned c:planned',           'c',     false",
    "'a:cancelled b<a:planned',                     '',      true",
  })
  void inSequentialOrderOneStartsAfterTheOther(String subplans, String starts, boolean over) {
    for (int mostParallel : new int[] {1, 10}) {
      Decision decision =
          SubplanScheduler.next(
              new SubplanRules(mostParallel, false).with(SubplanRules.Mode.SEQUENTIAL),
              rows(subplans));
      assertThat(names(decision.starts())).isEqualTo(starts);
      assertThat(decision.cancels()).isEmpty();
      assertThat(decision.over()).isEqualTo(over);
    }
  }

  private static List<SubplanRow> rows(String subplans) {
    List<SubplanRow> rows = new ArrayList<>();
    for (String each : subplans.split(" ", -1)) {
      String[] parts = each.split(":", -1);
      String[] name = parts[0].split("<", -1);
      rows.add(
          new SubplanRow(
              new PlanId(UlidGenerator.system().next()),
              rows.size() + 1,
              name[0],
              name.length == 1 ? List.of() : List.of(name[1].split("&", -1)),
              !parts[1].equals("planned"),
              new SubplanRow.Stage(PlanPhase.EXECUTE, state(parts[1]), false, null)));
    }
    return rows;
  }

  private static PlanState state(String word) {
    return switch (word) {
      case "planned" -> PlanState.QUEUED;
      case "running" -> PlanState.PROCESSING;
      case "complete" -> PlanState.COMPLETE;
      case "failed" -> PlanState.ERRORED;
      default -> PlanState.CANCELLED;
    };
  }

  private static String names(List<SubplanRow> rows) {
    return String.join(" ", rows.stream().map(SubplanRow::name).toList());
  }
}
