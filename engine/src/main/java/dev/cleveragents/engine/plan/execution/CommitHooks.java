package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.check.CheckResult;
import dev.cleveragents.engine.definition.Template;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.brief.PlanBrief.Target;
import dev.cleveragents.engine.tool.CommandEnvironment;
import dev.cleveragents.engine.tool.RunCommandTool;
import dev.cleveragents.engine.tool.ToolContext;
import dev.cleveragents.engine.tool.ToolResult;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.apply.request.ApplyRefusal;
import dev.cleveragents.workspace.apply.request.ApplyRequest;
import dev.cleveragents.workspace.apply.request.ApplyRules;
import dev.cleveragents.workspace.apply.request.ApplyTarget;
import dev.cleveragents.workspace.apply.request.Destination;
import dev.cleveragents.workspace.apply.request.GitTarget;
import dev.cleveragents.workspace.sandbox.Sandbox;
import dev.cleveragents.workspace.sandbox.SandboxGroup;
import dev.cleveragents.workspace.sandbox.SandboxManager.Kept;
import dev.cleveragents.workspace.sandbox.tree.Tree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Runs the user's git hooks {@code pre-commit} and {@code commit-msg} on what is about to be
 * committed, in a sandbox of its own that holds exactly that, staged.
 *
 * <ul>
 *   <li>A hook that fails or changes a file refuses the apply, before anything is changed.
 *   <li>A message that {@code commit-msg} has rewritten is the message of the commit, without
 *       recognised secrets.
 *   <li>The hooks are those of the user's repository, never those of the sandbox, and they are
 *       confined as all commands of the plan.
 * </ul>
 */
final class CommitHooks implements ApplyRules {

  private static final String BEFORE = "pre-commit";
  private static final String MESSAGE = "commit-msg";
  private static final String FILE = "COMMIT_EDITMSG";
  private static final int MOST_BYTES = 64 * 1024;
  private static final int MOST_NAMED = 5;

  private final PlanServices services;
  private final Plan plan;
  private final AsyncJob job;
  private final CancellationToken token;
  private final List<String> hints = new ArrayList<>();

  CommitHooks(PlanServices services, Plan plan, AsyncJob job, CancellationToken token) {
    this.services = services;
    this.plan = plan;
    this.job = job;
    this.token = token;
  }

  /** What the user should know: which hooks were not run. */
  List<String> hints() {
    return List.copyOf(hints);
  }

  @Override
  public Map<Name, String> messages(ApplyRequest request)
      throws InterruptedException, ApplyRefusal {
    Map<Name, String> messages = new LinkedHashMap<>();
    for (ApplyTarget each : request.targets()) {
      if (each instanceof GitTarget target
          && !(target.destination() instanceof Destination.WorkTree)) {
        HookFolder hooks =
            HookFolder.of(services.sandboxes().repositoryOf(target.resource()), token);
        boolean runs = services.hooks() && plan.brief().delivery().hooks();
        List<String> left = new ArrayList<>(hooks.others());
        if (!runs) {
          left.addAll(0, hooks.present(BEFORE, MESSAGE));
        }
        if (!left.isEmpty()) {
          hints.add(
              "git hooks of %s that were not run: %s"
                  .formatted(target.resource().name().forPeople(), String.join(", ", left)));
        }
        if (runs && !hooks.present(BEFORE, MESSAGE).isEmpty()) {
          messages.put(target.resource().name(), checked(target, hooks, request.text()));
        }
      }
    }
    return messages;
  }

  private String checked(GitTarget target, HookFolder hooks, String message)
      throws InterruptedException, ApplyRefusal {
    Target wanted =
        plan.brief().targets().stream()
            .filter(it -> it.resource().name().equals(target.resource().name()))
            .findFirst()
            .orElseThrow();
    Sandbox sandbox =
        services.sandboxes().open(plan.id(), wanted.resource(), wanted.base(), job.lease(), token);
    try {
      return run(sandbox, plan.resultOf(wanted.resource()).orElseThrow().tree(), hooks, message);
    } catch (IOException e) {
      throw OperationException.failed("The git hooks cannot be run: " + e, e);
    } finally {
      // All of it is in the result; what a hook has made besides is not the plan's work.
      services.sandboxes().committed(sandbox, job.lease());
      services.sandboxes().remove(sandbox.id(), Kept.STORED);
    }
  }

  private String run(Sandbox sandbox, String tree, HookFolder hooks, String message)
      throws IOException, InterruptedException, ApplyRefusal {
    sandbox.restore(new Tree(tree), token);
    sandbox.repository().stage();
    Optional<Path> before = hooks.hook(BEFORE);
    if (before.isPresent()) {
      run(sandbox, new Tree(tree), BEFORE, Template.quoted(before.get().toString()));
    }
    Optional<Path> text = hooks.hook(MESSAGE);
    if (text.isEmpty()) {
      return message;
    }
    sandbox.repository().write(FILE, message.getBytes(StandardCharsets.UTF_8));
    String line = "%s .git/%s".formatted(Template.quoted(text.get().toString()), FILE);
    run(sandbox, new Tree(tree), MESSAGE, line);
    return rewritten(sandbox, message);
  }

  /** What a hook has left may be anything that the hook, or a program of the plan, could read. */
  private String rewritten(Sandbox sandbox, String message) throws ApplyRefusal {
    Optional<String> left;
    try {
      left = sandbox.repository().text(FILE, MOST_BYTES).map(String::strip);
    } catch (IOException e) {
      throw refused(sandbox, MESSAGE, "left no readable commit message (" + e.getMessage() + ")");
    }
    if (left.filter(it -> !it.isEmpty()).isEmpty()) {
      throw refused(sandbox, MESSAGE, "left no commit message");
    }
    return left.get().equals(message.strip())
        ? message
        : services.journal().audit().redact(left.get()) + "\n";
  }

  /** Runs one hook, which must succeed and change no file. */
  private void run(Sandbox sandbox, Tree tree, String name, String line)
      throws InterruptedException, ApplyRefusal {
    CommandEnvironment environment =
        CommandEnvironment.within(ValidationSpec.DEFAULT_DEADLINE).with(Map.of("GIT_EDITOR", ":"));
    SandboxGroup group = new SandboxGroup(List.of(sandbox));
    ToolResult result =
        RunCommandTool.call(line)
            .run(new ToolContext(group, sandbox, environment, services.commands(), token));
    Tree after = sandbox.look(token);
    String why = result.succeeded() ? "" : "refused it (%s)".formatted(result.message());
    if (why.isEmpty() && !after.equals(tree)) {
      why =
          "changed %s; a plan applies only what was checked"
              .formatted(
                  sandbox.changes(tree, after, token).stream()
                      .map(change -> change.change().path())
                      .limit(MOST_NAMED)
                      .collect(Collectors.joining(", ")));
    }
    new PlanRecorder(services, plan.id(), job)
        .checked(
            new CheckResult(
                    "git hook " + name,
                    true,
                    tree.id(),
                    why.isEmpty(),
                    why.isEmpty() ? result.message() : why,
                    result.output(),
                    result.took())
                .reworded(services.journal().audit()::redact));
    if (!why.isEmpty()) {
      throw refused(sandbox, name, why);
    }
  }

  private static ApplyRefusal refused(Sandbox sandbox, String name, String why) {
    return new ApplyRefusal(
        sandbox.resource(),
        "the git hook %s %s; apply without hooks by --no-verify".formatted(name, why));
  }
}
