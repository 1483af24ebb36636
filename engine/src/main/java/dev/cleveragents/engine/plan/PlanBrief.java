package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import dev.cleveragents.engine.definition.AutomationProfile.Verdict;
import dev.cleveragents.engine.definition.Script;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.resource.Resource;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The terms of a plan, fixed when it is created: its actors, its targets, its checks and its rules.
 * Later edits of an action, an actor or a project do not reach a plan that has begun.
 *
 * @param checks what has to hold afterwards
 * @param rules how far it may go
 */
public record PlanBrief(
    Work strategy, Work execution, List<Target> targets, List<ValidationSpec> checks, Rules rules) {

  public PlanBrief {
    targets = List.copyOf(targets);
    checks = List.copyOf(checks);
  }

  /**
   * How far the plan may go.
   *
   * @param readOnly whether it may change nothing
   * @param profile where it has to ask
   */
  public record Rules(boolean readOnly, AutomationProfile profile) {

    /** Whether a phase may begin. */
    public Verdict before(PlanPhase phase, @Nullable Double confidence) {
      Gate gate =
          switch (phase) {
            case STRATEGIZE -> Gate.STRATEGIZE;
            case EXECUTE -> Gate.EXECUTE;
            case APPLY -> Gate.APPLY;
          };
      return profile.at(gate, confidence);
    }
  }

  /** The same work on other targets, or from other bases. */
  public PlanBrief on(List<Target> others) {
    return new PlanBrief(strategy, execution, others, checks, rules);
  }

  /** Who does a phase's thinking or work. */
  public sealed interface Work {

    /** No actor: there is one thing to do. */
    record Plain() implements Work {}

    /**
     * A command line in the sandbox.
     *
     * @param fix what runs instead when a check has failed; null if the line itself can use the
     *     findings, or if nothing can be done about them
     * @param passedOn names of variables of the worker's environment that it may see
     */
    record ByCommand(
        String actor, String line, @Nullable String fix, Duration deadline, List<String> passedOn)
        implements Work {

      public ByCommand {
        passedOn = List.copyOf(passedOn);
      }

      /** The line to run against these findings, if there is one. */
      public @Nullable String lineAgainstFindings() {
        boolean uses = line.contains("AGENTS_FINDINGS") || line.contains("{findings}");
        return fix != null ? fix : uses ? line : null;
      }
    }

    /** A script, kept as the YAML that defines its actor. */
    record ByScript(String actor, String yaml) implements Work {

      /**
       * The decisions and steps.
       *
       * @throws OperationException if the YAML defines no script
       */
      public Script script() {
        return Script.read(yaml);
      }
    }

    /** Undoes an applied plan. */
    record Undo(PlanId undone) implements Work {}
  }

  /**
   * A resource that the plan works on.
   *
   * @param base what it starts from: a commit, or the hash of a directory's files
   * @param branch the full name of the branch that was checked out, or null if there was none
   */
  public record Target(Resource resource, String base, @Nullable String branch) {

    /** The same from another base. */
    public Target on(String other) {
      return new Target(resource, other, branch);
    }
  }
}
