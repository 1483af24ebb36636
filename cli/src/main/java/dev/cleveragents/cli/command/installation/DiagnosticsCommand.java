package dev.cleveragents.cli.command.installation;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.command.StoreProblem;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.settings.Setting;
import dev.cleveragents.runtime.settings.SettingKeys;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.store.connection.StoreException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code agents diagnostics}: checks Java, git, the store and the resources, and lists what crashes
 * left. Removes other users' rights to the installation's files, as every command does that opens
 * them; changes nothing else without --fix.
 */
@Command(
    name = "diagnostics",
    description = {
      "Check Java, git, the whole store and the projects' repositories; exit code 1 "
          + "if something is wrong.",
      "List leftovers of crashes; --fix removes the safe ones and explains why others are kept."
    },
    footer = "agents diagnostics --fix")
final class DiagnosticsCommand implements AgentsCommand {

  @Option(names = "--fix", description = "Remove leftovers of crashes that are safe to remove.")
  boolean fix;

  /**
   * The state of the store.
   *
   * @param schema the versions of its tables, or null if it could not be opened
   * @param faults what is wrong with it
   * @param hint what to do, or null
   */
  private record Health(@Nullable String schema, List<String> faults, @Nullable String hint) {

    static Health of(CleverAgents agents) {
      List<String> faults = agents.checkStore();
      return new Health(
          agents.schemaVersion(),
          faults,
          faults.isEmpty()
              ? null
              : "Stop the workers and restore a backup: agents restore FILE --force");
    }

    static Health of(StoreException e) {
      Problem problem = StoreProblem.of(e);
      return new Health(null, List.of(problem.message()), problem.hint());
    }
  }

  private static final Health NOT_THERE_YET = new Health(null, List.of(), null);

  @Override
  public Result run(CommandContext context) {
    GitVersion git = GitVersion.ask(context.interrupt());
    MachineInfo machine = MachineInfo.look();
    Setting<String> address = context.settings().values().shown(SettingKeys.STORE);
    PermissionReport permissions = PermissionReport.secure(context.settings());
    Health store = look(context);
    boolean sound = store.faults.isEmpty();
    boolean known = store.schema != null && sound;
    OrphanReport left = known ? OrphanReport.of(context, fix) : OrphanReport.NONE;
    ResourceReport resources = known ? ResourceReport.of(context) : ResourceReport.NONE;

    Page.Builder page = Page.builder();
    page.row("java", machine.java(), machine.javaHome(), Mark.GOOD);
    git.describe(page);
    page.row("store", address.value(), "from " + address.source(), Mark.NONE);
    page.row("schema", store.schema == null ? "unknown" : "version " + store.schema);
    if (store.equals(NOT_THERE_YET)) {
      page.row("integrity", "no store yet, created when first needed", "", Mark.GOOD);
    } else if (sound) {
      page.row("integrity", "sound", "", Mark.GOOD);
    }
    store.faults.forEach(fault -> page.row("fault", fault, hint(store), Mark.ATTENTION));
    permissions.describe(page);
    ProtectionReport protection = ProtectionReport.look(context);
    protection.describe(page);
    resources.describe(page);
    if (sound) {
      left.describe(page);
    } else {
      page.row("left behind", "unknown while the store cannot be read");
    }
    Data data =
        Data.of("java", machine.java())
            .with("git", git.data())
            .with(
                "store",
                Data.of("address", address.value())
                    .with("there", !store.equals(NOT_THERE_YET))
                    .with("schema_version", store.schema)
                    .with("sound", sound)
                    .with("faults", store.faults)
                    .with("hint", store.hint))
            .with("permissions", permissions.data())
            .with("protection", protection.data())
            .with("resources", resources.data())
            .with("at_work", left.workers())
            .with("left", left.data());
    Result found =
        sound && resources.areReadable()
            ? Result.ok(data, page.build())
            : Result.no(wrong(store), data, page.build());
    return found.withMessages(left.messages());
  }

  private static Problem wrong(Health store) {
    return store.faults.isEmpty()
        ? new Problem(
            ExitCode.FAILED,
            "Git cannot read the repository of a resource.",
            "Run 'git status' and 'git fsck' there.",
            null)
        : new Problem(ExitCode.FAILED, String.join("; ", store.faults), store.hint, null);
  }

  private static String hint(Health store) {
    return store.hint == null ? "" : store.hint;
  }

  private static Health look(CommandContext context) {
    try {
      return StoreAccess.readOr(context, Health::of, NOT_THERE_YET);
    } catch (StoreException e) {
      return Health.of(e);
    }
  }
}
