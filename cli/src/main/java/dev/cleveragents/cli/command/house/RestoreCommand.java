package dev.cleveragents.cli.command.house;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Page.Mark;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.runtime.Backup;
import dev.cleveragents.runtime.Backup.Restored;
import java.nio.file.Path;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents restore}: puts what a backup holds in place, and keeps what was there. */
@Command(
    name = "restore",
    description = {
      "Put the store and the configuration of a backup in place, once they are found sound.",
      "Refused while anything has the store open."
    })
final class RestoreCommand implements AgentsCommand {

  @Parameters(paramLabel = "FILE", description = "What 'agents backup' made.")
  Path file = Path.of("");

  @Option(
      names = "--force",
      description = "Replace what is there; it is kept beside, under another name.")
  boolean force;

  @Override
  public Result run(CommandContext context) {
    Path from = context.environment().workingDirectory().resolve(file).normalize();
    Path store = ServerStore.requireFile(context, "pg_restore " + from);
    Restored restored =
        new Backup(from).restore(context.settings().home().value(), store, force, Instant.now());
    Page.Builder page = Page.builder();
    page.row("restored", store.toString(), "", Mark.GOOD);
    BackupCommand.describe(restored.content(), page);
    if (restored.content().config() && !restored.config()) {
      page.row("config", "left as it is", "the one in the backup was not taken", Mark.ATTENTION);
    }
    if (restored.oldStore() != null) {
      page.row("old store", restored.oldStore().toString());
    }
    if (restored.oldConfig() != null) {
      page.row("old config", restored.oldConfig().toString());
    }
    page.row("next", "agents diagnostics", "tells what does not fit any more", Mark.NONE);
    return Result.ok(
        BackupCommand.data(restored.content())
            .with("store", store)
            .with("old_store", restored.oldStore())
            .with("old_config", restored.oldConfig())
            .with("config_restored", restored.config()),
        page.build());
  }
}
