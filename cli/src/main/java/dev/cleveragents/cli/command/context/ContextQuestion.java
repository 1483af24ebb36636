package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.pipeline.BudgetTooSmallException;
import dev.cleveragents.context.project.AssemblyOptions;
import dev.cleveragents.context.project.ProjectContext;
import dev.cleveragents.context.project.ProjectState;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.runtime.settings.ContextRules;
import dev.cleveragents.runtime.settings.SettingValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of a question for context. */
final class ContextQuestion {

  @Parameters(paramLabel = "QUERY", description = "Task or question of the agent.")
  String query = "";

  @Option(
      names = "--budget",
      paramLabel = "N",
      description = "Token budget; default: what --window leaves, else context.budget (16000).")
  @Nullable Integer budget;

  @Option(
      names = "--window",
      paramLabel = "N",
      description = "Size of the model's window in tokens; the reserve is kept free.")
  @Nullable Integer window;

  @Option(
      names = "--reserve",
      paramLabel = "N",
      description = {
        "Tokens of the window to keep free;",
        "default: context.reserve, else a quarter."
      })
  @Nullable Integer reserve;

  @Mixin ViewOption asked = new ViewOption();

  @Option(
      names = "--focus",
      paramLabel = "PATH[#SYMBOL]",
      description = "File or symbol to start from; repeatable.")
  List<String> focus = new ArrayList<>();

  @Option(
      names = "--entity",
      paramLabel = "NAME",
      description = "Name that matters for the question; repeatable.")
  List<String> entities = new ArrayList<>();

  @Option(
      names = "--breadth",
      paramLabel = "HOPS",
      description = "Number of references to follow from the focus; default: 2.")
  int breadth = ContextRequest.Reach.STANDARD.breadth();

  @Option(
      names = "--depth",
      paramLabel = "0..9",
      description = "Level of detail, 9 is full source; default: 3.")
  String depth = "3";

  @Option(
      names = "--prefer",
      paramLabel = "STRATEGY",
      description = "Strategy to give more weight; repeatable.")
  List<String> preferred = new ArrayList<>();

  @Option(
      names = "--model",
      paramLabel = "NAME",
      description = "Model whose tokenizer counts the tokens.")
  @Nullable String model;

  @Option(names = "--revision", paramLabel = "REV", description = "Commit to read instead of HEAD.")
  @Nullable String revision;

  @Option(
      names = "--no-deadline",
      description = "Wait for every strategy, so that the result is reproducible.")
  boolean noDeadline;

  AssembledContext ask(ProjectContext folder, CommandContext context) throws InterruptedException {
    AssemblyOptions options = AssemblyOptions.STANDARD;
    options = model == null ? options : options.forModel(model);
    options = noDeadline ? options.reproducible() : options;
    ProjectState sight = revision == null ? ProjectState.NEWEST : ProjectState.of(revision);
    try {
      return folder.assemble(
          request(tokens(context.settings().values())), sight, options, context.interrupt());
    } catch (BudgetTooSmallException e) {
      throw usage(e.getMessage() + ".");
    } catch (GitException e) {
      throw new ProblemException(
          new Problem(
              ExitCode.NOT_FOUND,
              "git cannot show %s: %s."
                  .formatted(revision == null ? "HEAD" : revision, e.getMessage()),
              "--revision takes a commit, a branch or a tag of this repository.",
              null));
    }
  }

  private int tokens(SettingValues settings) {
    if (budget != null && (window != null || reserve != null)) {
      throw usage("--budget cannot be combined with --window or --reserve.");
    }
    if (budget != null) {
      return budget;
    }
    if (window == null && reserve == null) {
      return ContextRules.of(settings).budget();
    }
    try {
      return ContextRules.window(settings, window, reserve)
          .orElseThrow(() -> usage("--reserve needs --window, or the setting context.window."));
    } catch (IllegalArgumentException e) {
      throw usage(e.getMessage() + ".");
    }
  }

  private static ProblemException usage(String message) {
    return new ProblemException(new Problem(ExitCode.USAGE, message, null, null));
  }

  private ContextRequest request(int tokens) {
    try {
      return ContextRequest.about(query, tokens)
          .withEntities(entities)
          .withFocus(focus.stream().map(ContextQuestion::node).toList())
          .withReach(new ContextRequest.Reach(breadth, Depth.parse(depth), Optional.empty()))
          .withWishes(new ContextRequest.Wishes(Set.copyOf(preferred), asked.view));
    } catch (IllegalArgumentException e) {
      throw usage(e.getMessage() + ".");
    }
  }

  private static NodeId node(String text) {
    int hash = text.indexOf('#');
    return hash < 0
        ? NodeId.file(text)
        : new NodeId(text.substring(0, hash), text.substring(hash + 1));
  }
}
