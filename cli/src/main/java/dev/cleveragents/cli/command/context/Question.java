package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.pipeline.BudgetTooSmallException;
import dev.cleveragents.context.project.Options;
import dev.cleveragents.context.project.ProjectContext;
import dev.cleveragents.context.project.Sight;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A question for context, as the command line puts it. */
final class Question {

  @Parameters(paramLabel = "QUERY", description = "What the agent is to do or to know.")
  String query = "";

  @Option(names = "--budget", paramLabel = "N", description = "The most tokens; default 8000.")
  int budget = 8_000;

  @Option(names = "--focus", paramLabel = "PATH[#SYMBOL]", description = "Where to look from.")
  List<String> focus = new ArrayList<>();

  @Option(names = "--entity", paramLabel = "NAME", description = "A name that matters.")
  List<String> entities = new ArrayList<>();

  @Option(names = "--breadth", paramLabel = "HOPS", description = "How far to look; default 2.")
  int breadth = ContextRequest.Reach.STANDARD.breadth();

  @Option(names = "--depth", paramLabel = "0..9", description = "How much detail; default 3.")
  String depth = "3";

  @Option(names = "--prefer", paramLabel = "STRATEGY", description = "Counts for more.")
  List<String> preferred = new ArrayList<>();

  @Option(names = "--model", paramLabel = "NAME", description = "Whose tokens are counted.")
  @Nullable String model;

  @Option(names = "--revision", paramLabel = "REV", description = "Another commit than HEAD.")
  @Nullable String revision;

  @Option(
      names = "--no-deadline",
      description = "Wait for every strategy, so that the answer can be made again.")
  boolean noDeadline;

  AssembledContext ask(ProjectContext folder, CancellationToken token) throws InterruptedException {
    Options options = folder.options();
    options = model == null ? options : options.forModel(model);
    options = noDeadline ? options.reproducible() : options;
    Sight sight = revision == null ? Sight.NEWEST : Sight.of(revision);
    try {
      return folder.assemble(request(), sight, options, token);
    } catch (BudgetTooSmallException e) {
      throw new ProblemException(
          new Problem(ExitCode.USAGE, String.valueOf(e.getMessage()) + ".", null, null));
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

  private ContextRequest request() {
    try {
      return ContextRequest.about(query, budget)
          .withEntities(entities)
          .withFocus(focus.stream().map(Question::node).toList())
          .withReach(new ContextRequest.Reach(breadth, Depth.parse(depth), Optional.empty()))
          .withWishes(
              new ContextRequest.Wishes(
                  Set.copyOf(preferred), Set.of(), ContextRequest.Wishes.NONE.view()));
    } catch (IllegalArgumentException e) {
      throw new ProblemException(
          new Problem(ExitCode.USAGE, String.valueOf(e.getMessage()) + ".", null, null));
    }
  }

  private static NodeId node(String text) {
    int hash = text.indexOf('#');
    return hash < 0
        ? NodeId.file(text)
        : new NodeId(text.substring(0, hash), text.substring(hash + 1));
  }
}
