package dev.cleveragents.cli.command;

import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.PlanId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Renders the next action that the engine suggests as the command to type. */
public final class NextCommand {

  private NextCommand() {}

  /** The command for an action; null if there is none. */
  public static @Nullable String of(@Nullable NextAction next) {
    if (next == null) {
      return null;
    }
    List<String> arguments = next.arguments();
    return switch (next.verb()) {
      case LIST_PLANS ->
          arguments.isEmpty()
              ? "agents plan list"
              : "agents plan list --project " + arguments.getFirst();
      case SHOW_PLAN -> with("agents plan status", arguments);
      case SHOW_DIFF -> with("agents plan diff", arguments);
      case SAVE_DIFF -> with("agents plan diff", arguments) + " --patch";
      case LIST_CONFLICTS -> with("agents plan conflicts", arguments);
      case LIST_CHANGED_PATHS -> with("agents plan diff", arguments) + " --name-only";
      case EXECUTE_PLAN -> with("agents plan execute", arguments);
      case APPLY_PLAN -> with("agents plan apply", arguments);
      case RESUME_PLAN -> with("agents plan resume", arguments);
      case OPEN_PLAN -> with("agents plan open", arguments);
      case PAUSE_PLAN -> with("agents plan pause", arguments);
      case CANCEL_PLAN -> with("agents plan cancel", arguments);
      case UNDO_PLAN -> with("agents plan undo", arguments);
      case GUIDE_PLAN -> with("agents plan prompt", arguments) + " 'GUIDANCE'";
      case RAISE_BUDGET -> with("agents plan budget", arguments) + " --add 1.00";
      case REPLAN ->
          "agents plan replan %s --reason '%s'".formatted(arguments.get(0), arguments.get(1));
      case ANSWER_APPROVALS -> with("agents approvals", arguments);
      case OVERRIDE_DENIAL -> with("agents approvals", arguments) + " --grant --reason 'REASON'";
      case LIST_CHECKPOINTS -> with("agents plan checkpoints", arguments);
      case SAVE_CHECKPOINT ->
          "agents plan checkpoints %s --patch %s".formatted(arguments.get(0), arguments.get(1));
      case LIST_KIND -> "agents %s list".formatted(arguments.getFirst());
      case TEST_SERVER -> "agents mcp test " + arguments.getFirst();
      case SHOW_KIND -> "agents %s show %s".formatted(arguments.get(0), arguments.get(1));
      case ADD_RESOURCE -> with("agents resource add NAME", arguments);
      case UNLINK_RESOURCE -> with("agents project unlink", arguments);
      case INIT_PROJECT -> "agents init";
      case INIT_REPOSITORY -> with("git init", arguments);
      case CLONE_REPOSITORY -> with("git clone", arguments);
      case LIST_SANDBOXES -> "agents sandbox list";
      case ALLOW_UNCONFINED -> "agents config set sandbox.confine auto";
      case SHOW_SANDBOX_CHANGES -> with("agents sandbox export", arguments);
      case SAVE_SANDBOX_CHANGES ->
          with("agents sandbox export", arguments) + " --output work.patch";
      case RENEW_AUDIT_KEY -> "agents audit rekey";
      case RESTORE_BACKUP -> with("agents restore", arguments) + " --force";
    };
  }

  /** The command for an action, with the short form of the plan's id. */
  public static @Nullable String about(PlanId plan, @Nullable NextAction next) {
    String command = of(next);
    return command == null ? null : command.replace(plan.toString(), DisplayText.shortId(plan));
  }

  private static String with(String command, List<String> arguments) {
    return arguments.isEmpty() ? command : command + " " + String.join(" ", arguments);
  }
}
