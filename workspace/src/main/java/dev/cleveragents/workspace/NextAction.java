package dev.cleveragents.workspace;

import java.util.Arrays;
import java.util.List;

/**
 * What a user can do next about a problem. Each caller renders it in its own way: the command line
 * as the command to type.
 *
 * @param arguments what the verb is used on, in the order that the verb names
 */
public record NextAction(Verb verb, List<String> arguments) {

  /** What to do. Each comment names the arguments of the verbs below it. */
  public enum Verb {
    /** Optionally of one project. */
    LIST_PLANS,
    /** Optionally a plan; without one the last plan is meant. */
    SHOW_PLAN,
    SHOW_DIFF,
    EXECUTE_PLAN,
    APPLY_PLAN,
    RESUME_PLAN,
    PAUSE_PLAN,
    OPEN_PLAN,
    CANCEL_PLAN,
    OVERRIDE_DENIAL,
    UNDO_PLAN,
    /** With guidance for its agent. */
    GUIDE_PLAN,
    /** With an amount to add. */
    RAISE_BUDGET,
    ANSWER_APPROVALS,
    SAVE_DIFF,
    LIST_CHANGED_PATHS,
    /** A plan. */
    LIST_CONFLICTS,
    /** A plan. */
    LIST_CHECKPOINTS,
    /** A plan and a reason. */
    REPLAN,
    /** A plan and a checkpoint. */
    SAVE_CHECKPOINT,
    /** A kind of definition or resource. */
    LIST_KIND,
    /** A kind and a name. */
    SHOW_KIND,
    /** An MCP server. */
    TEST_SERVER,
    /** A folder. */
    ADD_RESOURCE,
    /** A project and a resource. */
    UNLINK_RESOURCE,
    /** Nothing. */
    INIT_PROJECT,
    LIST_SANDBOXES,
    ALLOW_UNCONFINED,
    /** Optionally a folder. */
    INIT_REPOSITORY,
    /** A bare repository. */
    CLONE_REPOSITORY,
    /** A sandbox, or the folder of one. */
    SHOW_SANDBOX_CHANGES,
    /** A sandbox; into a file. */
    SAVE_SANDBOX_CHANGES,
    /** A backup file. */
    RESTORE_BACKUP,
    /** Nothing. */
    RENEW_AUDIT_KEY
  }

  public NextAction {
    arguments = List.copyOf(arguments);
  }

  /** The verb on these, each as its text. */
  public static NextAction of(Verb verb, Object... arguments) {
    return new NextAction(verb, Arrays.stream(arguments).map(String::valueOf).toList());
  }

  /** The same about this plan, if it names none and would mean the last one. */
  NextAction about(PlanId plan) {
    return switch (verb) {
      case SHOW_PLAN,
          SHOW_DIFF,
          EXECUTE_PLAN,
          APPLY_PLAN,
          RESUME_PLAN,
          PAUSE_PLAN,
          CANCEL_PLAN,
          UNDO_PLAN,
          GUIDE_PLAN,
          RAISE_BUDGET,
          ANSWER_APPROVALS,
          LIST_CHANGED_PATHS,
          LIST_CONFLICTS ->
          arguments.isEmpty() ? of(verb, plan) : this;
      default -> this;
    };
  }
}
