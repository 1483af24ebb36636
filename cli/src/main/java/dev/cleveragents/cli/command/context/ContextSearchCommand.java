package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.ListCut;
import dev.cleveragents.cli.command.NumberOption;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.context.index.Hit;
import dev.cleveragents.runtime.view.Mark;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents context search}: full-text search in the index. */
@Command(
    name = "search",
    description =
        "Search the committed files for words and parts of identifiers. Updates the index first.",
    footer = "agents context search 'parse duration' --limit 5")
final class ContextSearchCommand implements AgentsCommand {

  @Parameters(paramLabel = "QUERY", description = "Words to search for.")
  String query = "";

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Limit the list to N matches; default: 20.")
  int limit = 20;

  @Mixin ViewOption as = new ViewOption();

  @Mixin FolderOption folder = new FolderOption();

  @Override
  public Result run(CommandContext context) {
    NumberOption.limit(limit, "agents help context search");
    return folder.open(
        context,
        asked -> {
          List<Message> messages = IndexUpdate.of(asked, context);
          ListCut<Hit> cut = ListCut.at(limit, most -> asked.search(query, as.view, most));
          List<Hit> hits = cut.shown();
          Page.Builder page = Page.builder();
          hits.forEach(
              hit ->
                  page.oneLine(
                      "%.2f".formatted(hit.score()),
                      hit.path() + ":" + hit.lines(),
                      hit.symbol(),
                      Mark.NONE));
          cut.note(page);
          if (hits.isEmpty()) {
            page.text("nothing found");
          }
          HiddenFiles unseen = new HiddenFiles(asked.unseen(as.view));
          unseen.row(page);
          return Result.ok(
                  Data.of("hits", hits.stream().map(ContextSearchCommand::data).toList())
                      .with("more", cut.more())
                      .with("unseen", unseen.data()),
                  page.build())
              .withMessages(messages);
        });
  }

  private static Data data(Hit hit) {
    return Data.of("path", hit.path())
        .with("first_line", hit.lines().first())
        .with("last_line", hit.lines().last())
        .with("symbol", hit.symbol())
        .with("score", (double) hit.score())
        .with("terms", hit.terms());
  }
}
