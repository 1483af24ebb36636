package dev.cleveragents.cli.command.installation;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.runtime.Backup;
import dev.cleveragents.runtime.Backup.Content;
import dev.cleveragents.runtime.view.Mark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents backup}: a snapshot of the store, and the configuration, in one file. */
@Command(
    name = "backup",
    description = {
      "Back up the store and the configuration into one file, also while plans run.",
      "Sandboxes and your repositories are not included."
    },
    footer = "agents backup agents.backup")
final class BackupCommand implements AgentsCommand {

  @Parameters(paramLabel = "FILE", description = "File to create; it must not exist.")
  Path file = Path.of("");

  @Override
  public Result run(CommandContext context) {
    Path there = context.environment().workingDirectory().resolve(file).normalize();
    Path store = SqliteStoreFile.requireFile(context, "pg_dump --format=custom --file=" + there);
    if (Files.notExists(store)) {
      StoreAccess.read(context, _ -> true); // Says whether it is lost, or was never there.
    }
    Content content =
        new Backup(there).make(context.settings().home().value(), store, Instant.now());
    Page.Builder page = Page.builder();
    page.row("written", there.toString(), "", Mark.GOOD);
    describe(content, page);
    page.row("not included", "sandboxes, and what plans keep in your repositories");
    return Result.ok(data(content).with("file", there), page.build());
  }

  static void describe(Content content, Page.Builder page) {
    page.row("made", content.made().toString());
    page.row(
        "store",
        "%d plans, %d jobs, %d events"
            .formatted(
                content.store().rowsOf("plan_records"),
                content.store().rowsOf("job_active"),
                content.store().rowsOf("audit_events")),
        "sound, schema version " + content.store().schema(),
        Mark.NONE);
    page.row("config", content.config() ? "config.toml" : "none");
  }

  static Data data(Content content) {
    Data rows = Data.empty();
    for (String table : content.store().rows().keySet().stream().sorted().toList()) {
      rows = rows.with(table, content.store().rowsOf(table));
    }
    return Data.of("made", content.made())
        .with("schema_version", content.store().schema())
        .with("rows", rows)
        .with("config", content.config());
  }
}
