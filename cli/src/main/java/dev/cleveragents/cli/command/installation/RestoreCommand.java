package dev.cleveragents.cli.command.installation;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.runtime.Backup;
import dev.cleveragents.runtime.Backup.Restored;
import dev.cleveragents.runtime.StartOver;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.store.connection.StoreException;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents restore}: installs the content of a backup, and keeps the replaced files. */
@Command(
    name = "restore",
    description = {
      "Verify a backup and install its store and configuration.",
      "With --start-over, give up a store that is lost instead; nothing is deleted.",
      "Refused while a process has the store open."
    },
    footer = "agents restore agents.backup --force")
final class RestoreCommand implements AgentsCommand {

  @Parameters(paramLabel = "FILE", arity = "0..1", description = "Backup file to restore.")
  @Nullable Path file;

  @Option(
      names = "--start-over",
      description =
          "Begin with an empty store; a lost one, its sandboxes and refs stay where they are.")
  boolean startOver;

  @Option(
      names = "--force",
      description = "Replace the existing store; it is kept beside the new one.")
  boolean force;

  @Override
  public Result run(CommandContext context) {
    if ((file == null) != startOver) {
      throw new ProblemException(
          new Problem(
              ExitCode.USAGE,
              "A backup file or --start-over is required, and not both.",
              null,
              "agents help restore"));
    }
    return file == null ? giveUp(context) : restore(file, context);
  }

  private Result giveUp(CommandContext context) {
    if (!force && isIntact(context)) {
      throw new ProblemException(
          new Problem(
              ExitCode.CONFLICT,
              "The store at %s is not lost; nothing was changed."
                  .formatted(context.settings().store()),
              "With --force it is moved aside, and the next command begins with an empty one.",
              "agents restore --start-over --force"));
    }
    StartOver done =
        StartOver.in(context.settings().home().value(), context.settings().store(), Instant.now());
    Page.Builder page = Page.builder();
    page.row("store", "empty when next used", "", Mark.GOOD);
    if (done.store() != null) {
      page.row("old store", done.store().toString());
    }
    page.row("next", "agents diagnostics", "shows what the old store has left", Mark.NONE);
    return Result.ok(Data.of("started_over", true).with("old_store", done.store()), page.build());
  }

  private static boolean isIntact(CommandContext context) {
    try {
      return StoreAccess.read(context, _ -> true);
    } catch (StoreException e) {
      return switch (e.kind()) {
        case ABSENT, LOST, DAMAGED -> false;
        default -> true;
      };
    }
  }

  private Result restore(Path named, CommandContext context) {
    Path from = context.environment().workingDirectory().resolve(named).normalize();
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
