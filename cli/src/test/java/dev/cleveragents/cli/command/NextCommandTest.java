package dev.cleveragents.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.PlanId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NextCommandTest {

  @Test
  void noNextActionHasNoCommand() {
    assertThat(NextCommand.of(null)).isNull();
  }

  @ParameterizedTest
  @EnumSource(Verb.class)
  void everyVerbHasACommand(Verb verb) {
    assertThat(NextCommand.of(NextAction.of(verb, "one", "two")))
        .matches("(agents|git) [a-z]+( .*)?");
  }

  @ParameterizedTest
  @CsvSource({
    "LIST_PLANS, agents plan list",
    "SHOW_PLAN, agents plan status",
    "SHOW_DIFF, agents plan diff",
    "SAVE_DIFF, agents plan diff --patch",
    "ANSWER_APPROVALS, agents approvals",
    "INIT_PROJECT, agents init",
    "RENEW_AUDIT_KEY, agents audit rekey",
    "INIT_REPOSITORY, git init",
    "LIST_SANDBOXES, agents sandbox list",
    "LIST_CHANGED_PATHS, agents plan diff --name-only",
    "ALLOW_UNCONFINED, agents config set sandbox.confine auto"
  })
  void aVerbAloneIsACommandAboutTheLastPlanOrAll(Verb verb, String command) {
    assertThat(NextCommand.of(NextAction.of(verb))).isEqualTo(command);
  }

  @ParameterizedTest
  @CsvSource({
    "LIST_PLANS, agents plan list --project one",
    "RESUME_PLAN, agents plan resume one",
    "SAVE_DIFF, agents plan diff one --patch",
    "LIST_CHANGED_PATHS, agents plan diff one --name-only",
    "LIST_KIND, agents one list",
    "ADD_RESOURCE, agents resource add NAME one",
    "SHOW_SANDBOX_CHANGES, agents sandbox export one",
    "SAVE_SANDBOX_CHANGES, agents sandbox export one --output work.patch",
    "RESTORE_BACKUP, agents restore one --force"
  })
  void anArgumentIsPartOfTheCommand(Verb verb, String command) {
    assertThat(NextCommand.of(NextAction.of(verb, "one"))).isEqualTo(command);
  }

  @Test
  void twoArgumentsKeepTheirOrder() {
    assertThat(
            List.of(
                String.valueOf(NextCommand.of(NextAction.of(Verb.REPLAN, "P", "it moved"))),
                String.valueOf(NextCommand.of(NextAction.of(Verb.SAVE_CHECKPOINT, "P", "C"))),
                String.valueOf(NextCommand.of(NextAction.of(Verb.SHOW_KIND, "profile", "ci")))))
        .containsExactly(
            "agents plan replan P --reason 'it moved'",
            "agents plan checkpoints P --patch C",
            "agents profile show ci");
  }

  @Test
  void aCommandAboutAPlanNamesItByTheShortFormOfItsId() {
    PlanId plan = new PlanId(UlidGenerator.system().next());
    assertThat(NextCommand.about(plan, NextAction.of(Verb.APPLY_PLAN, plan)))
        .isEqualTo("agents plan apply " + DisplayText.shortId(plan));
  }
}
