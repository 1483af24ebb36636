package dev.cleveragents.cli.command.installation;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.runtime.Backup;
import dev.cleveragents.runtime.Backup.Restored;
import dev.cleveragents.runtime.view.Mark;
import java.nio.file.Path;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents restore}: installs the content of a backup, and keeps the replaced files. */
@Command(
    name = "restore",
    description = {
      "Verify a backup and install its store and configuration.",
      "Refused while a process has the store open."
    },
    footer = "agents restore agents.backup --force")
final class RestoreCommand implements AgentsCommand {

  @Parameters(paramLabel = "FILE", description = "Backup file to restore.")
  Path file = Path.of("");

  @Option(
      names = "--force",
      description = "Replace the existing store; it is kept beside the new one.")
  boolean force;

  @Override
  public Result run(CommandContext context) {
    Path from = context.environment().workingDirectory().resolve(file).normalize();
    Path store = SqliteStoreFile.requireFile(context, "pg_restore " + from);
    Restored restored =
        new Backup(from).restore(context.settings().home().value(), store, force, Instant.now());
    Page.Builder page = Page.builder();
    page.row("restored", store.toString(), "", Mark.GOOD);
    BackupCommand.describe(restored.content(), page);
    if (restored.content().config() && !restored.config()) {
      page.row("config", "kept", "the one in the backup was not restored", Mark.ATTENTION);
    }
    if (restored.oldStore() != null) {
      page.row("old store", restored.oldStore().toString());
    }
    if (restored.oldConfig() != null) {
      page.row("old config", restored.oldConfig().toString());
    }
    page.command("next", "agents diagnostics", "shows what no longer matches");
    return Result.ok(
        BackupCommand.data(restored.content())
            .with("store", store)
            .with("old_store", restored.oldStore())
            .with("old_config", restored.oldConfig())
            .with("config_restored", restored.config()),
        page.build());
  }
}
