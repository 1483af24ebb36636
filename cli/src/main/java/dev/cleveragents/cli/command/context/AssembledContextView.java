package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.Excluded;
import dev.cleveragents.context.Included;
import dev.cleveragents.context.StrategyOutcome;
import dev.cleveragents.context.StrategyReport;
import dev.cleveragents.context.Vote;
import dev.cleveragents.runtime.view.Mark;
import java.time.Duration;

/** Shows an assembled context to users and programs. */
record AssembledContextView(AssembledContext answer) {

  /** All fields but the text. */
  Data data() {
    return Data.of("total_tokens", answer.usage().tokens())
        .with("budget", answer.usage().budget())
        .with("estimated", answer.usage().estimated())
        .with("index", answer.versions().index())
        .with("weights", answer.versions().weights())
        .with("tokenizer", answer.versions().tokenizer())
        .with("strategies", answer.strategies().stream().map(AssembledContextView::data).toList())
        .with("fragments", answer.fragments().stream().map(AssembledContextView::data).toList())
        .with("excluded", answer.excluded().stream().map(AssembledContextView::data).toList())
        .with("ranking", answer.ranking())
        .with("view", ViewOption.word(answer.unseen().view()))
        .with("unseen", new HiddenFiles(answer.unseen()).data());
  }

  void usage(Page.Builder page) {
    AssembledContext.Usage usage = answer.usage();
    page.row(
        "tokens",
        "%,d of %,d".formatted(usage.tokens(), usage.budget()),
        answer.versions().tokenizer(),
        Mark.NONE);
    page.row("index", answer.versions().index(), "", Mark.NONE);
    page.row("weights", answer.versions().weights(), "", Mark.NONE);
    new HiddenFiles(answer.unseen()).row(page);
  }

  void strategies(Page.Builder page) {
    page.heading("strategies");
    for (StrategyReport report : answer.strategies()) {
      boolean good =
          report.outcome() == StrategyOutcome.OK || report.outcome() == StrategyOutcome.NOT_ASKED;
      page.oneLine(
          report.name(),
          report.outcome() == StrategyOutcome.OK
              ? "found %d, kept %d, confidence %.2f, weight %.2f, share %,d%s"
                  .formatted(
                      report.found(),
                      report.kept(),
                      report.confidence(),
                      report.weight(),
                      report.share(),
                      report.took().map(took -> ", " + millis(took) + " ms").orElse(""))
              : report.outcome().toString(),
          report.detail(),
          good ? Mark.NONE : Mark.ATTENTION);
    }
  }

  void fragments(Page.Builder page) {
    FragmentTable.included(answer.fragments(), page);
  }

  void excluded(Page.Builder page) {
    FragmentTable.excluded(answer.excluded(), page);
  }

  private static Data data(StrategyReport report) {
    return Data.of("name", report.name())
        .with("confidence", report.confidence())
        .with("weight", report.weight())
        .with("share", report.share())
        .with("found", report.found())
        .with("kept", report.kept())
        .with("outcome", report.outcome())
        .with("detail", report.detail())
        .with("took_ms", report.took().map(AssembledContextView::millis).orElse(null));
  }

  private static Data data(Included included) {
    return data(included.fragment())
        .with("tokens", included.tokens())
        .with("score", included.score().total())
        .with(
            "score_parts",
            Data.of("relevance", included.score().relevance())
                .with("hierarchy", included.score().hierarchy())
                .with("kind", included.score().kind()))
        .with("votes", included.votes().stream().map(AssembledContextView::data).toList());
  }

  private static Data data(Vote vote) {
    return Data.of("strategy", vote.strategy())
        .with("rank", vote.rank())
        .with("gain", vote.gain())
        .with("why", vote.why());
  }

  private static Data data(Excluded excluded) {
    return data(excluded.fragment())
        .with("tokens", excluded.fragment().tokens())
        .with("strategy", excluded.fragment().provenance().strategy())
        .with("reason", excluded.reason())
        .with("detail", excluded.detail());
  }

  private static Data data(ContextFragment fragment) {
    return Data.of("path", fragment.path())
        .with("symbol", fragment.node().symbol())
        .with("first_line", fragment.lines().first())
        .with("last_line", fragment.lines().last())
        .with("depth", fragment.depth().level());
  }

  private static long millis(Duration took) {
    return took.toMillis();
  }
}
