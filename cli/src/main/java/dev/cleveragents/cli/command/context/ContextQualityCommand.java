package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Limit;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.context.project.ProjectContext;
import dev.cleveragents.context.quality.Figures;
import dev.cleveragents.context.quality.WeightFit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code agents context quality}: how well this repository's own commits are found. */
@Command(
    name = "quality",
    description = {
      "From the message of each of this repository's commits, and the tree before it: which of the"
          + " files that it changed does each strategy find?",
      "Weights are fitted on the older commits and used from now on if they find more of the newer"
          + " ones than words alone."
    })
final class ContextQualityCommand implements AgentsCommand {

  @Option(names = "--limit", paramLabel = "N", description = "How many commits; default 200.")
  int limit = 200;

  @Mixin AskedFolder folder = new AskedFolder();

  @Override
  public Result run(CommandContext context) {
    int most = Limit.checked(limit, "agents help context quality");
    return folder.open(
        context,
        asked -> {
          requireHistory(asked);
          List<Message> messages = Freshness.of(asked, context);
          WeightFit.Fitted fitted =
              asked.fitWeights(most, Freshness.shown(context), context.interrupt());
          context.dialogue().show("");
          return answer(fitted).withMessages(messages);
        });
  }

  private static void requireHistory(ProjectContext asked) {
    if (!asked.isRepository()) {
      throw new ProblemException(
          new Problem(
              ExitCode.USAGE,
              "%s is no git repository, so there are no commits to judge by."
                  .formatted(asked.root()),
              null,
              null));
    }
  }

  private static Result answer(WeightFit.Fitted fitted) {
    Page.Builder page = Page.builder();
    Data strategies = Data.empty();
    for (Map.Entry<String, Figures> each : new TreeMap<>(fitted.heldOut()).entrySet()) {
      Figures figures = each.getValue();
      page.row(each.getKey(), figures.toString());
      strategies = strategies.with(each.getKey(), data(figures));
    }
    Data weights = Data.empty();
    for (Map.Entry<String, Double> each : new TreeMap<>(fitted.weights()).entrySet()) {
      weights = weights.with(each.getKey(), each.getValue());
    }
    page.row("weights", new TreeMap<>(fitted.weights()).toString());
    page.row("why", fitted.why());
    return Result.ok(
        Data.of("strategies", strategies)
            .with("weights", weights)
            .with("kept", fitted.kept())
            .with("gain", fitted.gain().mean())
            .with("gain_low", fitted.gain().low())
            .with("gain_high", fitted.gain().high())
            .with("why", fitted.why()),
        page.build());
  }

  private static Data data(Figures figures) {
    return Data.of("cases", figures.cases())
        .with("recall_at_5", figures.recallAt5())
        .with("recall_at_10", figures.recallAt10())
        .with("recall_at_20", figures.recallAt20())
        .with("recall_in_16k", figures.recallIn16k())
        .with("mrr", figures.reciprocalRank());
  }
}
