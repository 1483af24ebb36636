package dev.cleveragents.engine.plan.brief;

import dev.cleveragents.engine.actor.AgentLimits;
import dev.cleveragents.engine.clash.ClashPolicy;
import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import dev.cleveragents.engine.definition.AutomationProfile.Verdict;
import dev.cleveragents.engine.definition.McpServer;
import dev.cleveragents.engine.definition.Script;
import dev.cleveragents.engine.definition.SubplanRules;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.outside.AgentOutput;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.tool.WorkPlace;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.resource.Resource;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The terms of a plan, fixed when it is created: its actors, its targets, its checks and its rules.
 * Later edits of an action, an actor or a project do not reach a plan that has begun.
 *
 * @param checks the validations of its result
 * @param rules the limits of what it may do without asking
 * @param reviews who looks at the work of the others
 * @param place the folder in which the command of a command actor runs
 * @param delivery how the result reaches the user's repositories
 * @param part its place among the subplans of its parent; null if it has no parent
 */
public record PlanBrief(
    Work strategy,
    Work execution,
    List<Target> targets,
    List<ValidationSpec> checks,
    Rules rules,
    Reviews reviews,
    WorkPlace place,
    Delivery delivery,
    @Nullable Part part) {

  public PlanBrief {
    targets = List.copyOf(targets);
    checks = List.copyOf(checks);
  }

  /** A plan without a parent that works at the top of its resources and is delivered as usual. */
  public PlanBrief(
      Work strategy,
      Work execution,
      List<Target> targets,
      List<ValidationSpec> checks,
      Rules rules,
      Reviews reviews) {
    this(strategy, execution, targets, checks, rules, reviews, WorkPlace.TOP, Delivery.USUAL, null);
  }

  /**
   * The place of a subplan among those of its parent.
   *
   * @param name unique among them
   * @param file the file that it is about, or null
   * @param rules how they run
   */
  public record Part(String name, @Nullable String file, SubplanRules rules) {}

  /**
   * The limits of a plan.
   *
   * @param readOnly whether it may change nothing
   * @param profile when it needs an approval
   * @param subplans how the subplans run that its actor asks for
   */
  public record Rules(boolean readOnly, AutomationProfile profile, SubplanRules subplans) {

    /** Limits with the usual rules for subplans. */
    public Rules(boolean readOnly, AutomationProfile profile) {
      this(readOnly, profile, SubplanRules.STANDARD);
    }

    /** The same with another profile. */
    public Rules with(AutomationProfile other) {
      return new Rules(readOnly, other, subplans);
    }

    /** Decides whether a phase may begin. */
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

  /**
   * The actors that look at the work of the others; null if a role is not filled.
   *
   * @param invariants rules in words that the result must keep
   */
  public record Reviews(
      @Nullable Work estimation,
      @Nullable Work review,
      @Nullable Work invariant,
      List<String> invariants) {

    public static final Reviews NONE = new Reviews(null, null, null, List.of());

    public Reviews {
      invariants = List.copyOf(invariants);
    }

    /** The same with this model in the place of every other. */
    public Reviews with(ModelName model) {
      return new Reviews(
          estimation == null ? null : estimation.with(model),
          review == null ? null : review.with(model),
          invariant == null ? null : invariant.with(model),
          invariants);
    }
  }

  /** A copy with other targets or bases. */
  public PlanBrief on(List<Target> others) {
    return new PlanBrief(
        strategy, execution, others, checks, rules, reviews, place, delivery, part);
  }

  /** A copy with another actor for the work. */
  public PlanBrief with(Work other) {
    return new PlanBrief(strategy, other, targets, checks, rules, reviews, place, delivery, part);
  }

  /** A copy that is delivered in another way. */
  public PlanBrief with(Delivery other) {
    return new PlanBrief(strategy, execution, targets, checks, rules, reviews, place, other, part);
  }

  /** The actor of a phase, as the plan keeps it. */
  public sealed interface Work {

    /** The same with this model in the place of every other. */
    default Work with(ModelName model) {
      return this;
    }

    /** No actor is needed. */
    record Plain() implements Work {}

    /**
     * A command line in the sandbox.
     *
     * @param fix the line that runs instead after a failed check; null if the first line uses the
     *     findings itself, or if there is no repair
     * @param passedOn names of the variables of the worker's environment that it may see
     * @param output the format of its output, one of {@link AgentOutput#formats}, or null if it is
     *     not read
     * @param retries how often a command that failed or hit its deadline runs again
     */
    record ByCommand(
        String actor,
        String line,
        @Nullable String fix,
        Duration deadline,
        List<String> passedOn,
        @Nullable String output,
        int retries)
        implements Work {

      /** The longest series of retries. */
      public static final int MOST_RETRIES = 100;

      /** A command whose output is not read, and that is not retried. */
      public ByCommand(
          String actor,
          String line,
          @Nullable String fix,
          Duration deadline,
          List<String> passedOn) {
        this(actor, line, fix, deadline, passedOn, null, 0);
      }

      public ByCommand {
        passedOn = List.copyOf(passedOn);
        if (retries < 0 || retries > MOST_RETRIES) {
          throw OperationException.invalid(
              "The number of retries must be from 0 to %d, is %d".formatted(MOST_RETRIES, retries));
        }
      }

      /** A copy with this number of retries. */
      public ByCommand withRetries(int number) {
        return new ByCommand(actor, line, fix, deadline, passedOn, output, number);
      }

      /** The same with other lines. */
      public ByCommand with(String otherLine, @Nullable String otherFix) {
        return new ByCommand(actor, otherLine, otherFix, deadline, passedOn, output, retries);
      }

      /** The line to run against these findings, if there is one. */
      public @Nullable String lineAgainstFindings() {
        boolean uses =
            Stream.of("AGENTS_FINDINGS", "AGENTS_PROMPT", "{findings}").anyMatch(line::contains);
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

    /**
     * A language model.
     *
     * @param models the first is asked; the next ones when those before have failed
     * @param instructions of the user, in addition to those of its role; may be empty
     * @param mcp its MCP servers, each as the YAML that defines it
     */
    record ByModel(
        String actor,
        List<ModelName> models,
        AgentLimits limits,
        String instructions,
        List<String> mcp)
        implements Work {

      public ByModel {
        models = List.copyOf(models);
        mcp = List.copyOf(mcp);
        if (models.isEmpty()) {
          throw new IllegalArgumentException("An actor needs at least one model");
        }
      }

      @Override
      public Work with(ModelName model) {
        return new ByModel(actor, List.of(model), limits, instructions, mcp);
      }

      /** An actor without MCP servers. */
      public ByModel(
          String actor, List<ModelName> models, AgentLimits limits, String instructions) {
        this(actor, models, limits, instructions, List.of());
      }

      /**
       * The MCP servers whose tools it may call.
       *
       * @throws OperationException if this version of the program cannot read their YAML
       */
      public List<McpServer> servers() {
        return mcp.stream().map(McpServer::read).toList();
      }
    }

    /**
     * A language model that splits the goal, as the strategy of a plan.
     *
     * @param each does every part
     * @param rules how the parts run
     */
    record Splitter(ByModel model, Work each, SubplanRules rules) implements Work {

      @Override
      public Work with(ModelName other) {
        return new Splitter((ByModel) model.with(other), each.with(other), rules);
      }
    }

    /** Undoes an applied plan. */
    record Undo(PlanId undone) implements Work {}

    /**
     * Subplans that work at the same time; their results are merged in this order.
     *
     * @param fix a command that runs against the findings of failed checks on the merged files, or
     *     null
     * @param clash what is done when checks fail on the merged files
     */
    record BySubplans(
        List<Subplan> subplans, SubplanRules rules, Work.@Nullable ByCommand fix, ClashPolicy clash)
        implements Work {

      public BySubplans {
        subplans = List.copyOf(subplans);
      }

      /** Subplans whose clash is repaired if there is a command for it, and else stops the plan. */
      public BySubplans(List<Subplan> subplans, SubplanRules rules, Work.@Nullable ByCommand fix) {
        this(subplans, rules, fix, fix == null ? ClashPolicy.STOP : ClashPolicy.REPAIR);
      }

      /** The same with another policy for clashes. */
      public BySubplans on(ClashPolicy policy) {
        return new BySubplans(subplans, rules, fix, policy);
      }

      @Override
      public Work with(ModelName model) {
        return new BySubplans(
            subplans.stream().map(it -> it.with(it.work().with(model))).toList(),
            rules,
            fix,
            clash);
      }
    }
  }

  /**
   * A resource that the plan works on.
   *
   * @param base the commit that the work starts from, or the hash of a directory's files
   * @param branch the full name of the branch that was checked out, or null if there was none
   */
  public record Target(Resource resource, String base, @Nullable String branch) {

    /** A copy with another base. */
    public Target on(String other) {
      return new Target(resource, other, branch);
    }
  }
}
