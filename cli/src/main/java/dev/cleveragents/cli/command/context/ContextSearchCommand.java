package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Limit;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.context.index.Hit;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents context search}: the places that words lead to. */
@Command(
    name = "search",
    description = "Search what is committed here for words and names; identifiers are split.")
final class ContextSearchCommand implements AgentsCommand {

  @Parameters(paramLabel = "QUERY", description = "What to look for.")
  String query = "";

  @Option(names = "--limit", paramLabel = "N", description = "How many places; default 20.")
  int limit = 20;

  @Mixin AskedView as = new AskedView();

  @Mixin AskedFolder folder = new AskedFolder();

  @Override
  public Result run(CommandContext context) {
    int most = Limit.checked(limit, "agents help context search");
    return folder.open(
        context,
        asked -> {
          List<Message> messages = Freshness.of(asked, context);
          List<Hit> hits = asked.search(query, as.view, most);
          Page.Builder page = Page.builder();
          hits.forEach(
              hit ->
                  page.oneLine(
                      "%.2f".formatted(hit.score()),
                      hit.path() + ":" + hit.lines(),
                      hit.symbol(),
                      Page.Mark.NONE));
          if (hits.isEmpty()) {
            page.text("nothing found");
          }
          UnseenView unseen = new UnseenView(asked.unseen(as.view));
          unseen.row(page);
          return Result.ok(
                  Data.of("hits", hits.stream().map(ContextSearchCommand::data).toList())
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
