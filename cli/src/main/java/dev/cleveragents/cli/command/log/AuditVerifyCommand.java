package dev.cleveragents.cli.command.log;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.audit.ChainVerdict;
import dev.cleveragents.engine.audit.ExportComparison;
import dev.cleveragents.runtime.view.Mark;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agents audit verify}: checks that the log was not altered. Reads only. */
@Command(
    name = "verify",
    description = "Verify the hash chain of the audit log and its seals.",
    footer = {"agents audit verify", "agents audit verify --against log.jsonl"})
final class AuditVerifyCommand implements AgentsCommand {

  @Option(
      names = "--against",
      paramLabel = "EXPORT",
      description = "Compare the log with this earlier export too (see 'audit export').")
  @Nullable Path export;

  @Override
  public Result run(CommandContext context) {
    if (export == null) {
      return verify(context);
    }
    ExportComparison compared = compare(export, context);
    if (compared.difference() != null) {
      throw new ProblemException(
          new Problem(
              ExitCode.FAILED,
              "The audit log is not as it was exported: %s.".formatted(compared.difference()),
              "The entries before that one are as exported.",
              null));
    }
    Result verified = verify(context);
    List<Page.Block> blocks = new ArrayList<>(verified.page().blocks());
    blocks.add(
        new Page.Row("compared", compared.compared() + " entries are as exported", "", Mark.GOOD));
    return Result.ok(verified.data().with("compared", compared.compared()), new Page(blocks));
  }

  private static Result verify(CommandContext context) {
    return switch (StoreAccess.readOr(
        context, agents -> agents.log().verify(), ChainVerdict.ofNothing())) {
      case ChainVerdict.Sound sound -> Result.ok(data(sound), page(sound));
      case ChainVerdict.Broken(var _, String why) ->
          throw new ProblemException(
              new Problem(
                  ExitCode.FAILED,
                  "The audit log was altered: %s.".formatted(why),
                  "Everything before that entry is sound. Compare with an export made earlier.",
                  "agents audit verify --against EXPORT"));
    };
  }

  private static ExportComparison compare(Path export, CommandContext context) {
    Path there = context.environment().workingDirectory().resolve(export).normalize();
    return StoreAccess.read(
        context,
        agents -> {
          try (BufferedReader lines = Files.newBufferedReader(there)) {
            return agents.log().compareWith(lines);
          } catch (IllegalArgumentException e) {
            throw new ProblemException(
                new Problem(
                    ExitCode.USAGE,
                    "%s is not an export of an audit log: %s.".formatted(there, e.getMessage()),
                    "Name a file that 'agents audit export' has written.",
                    "agents help audit verify"),
                e);
          } catch (IOException e) {
            throw new ProblemException(
                new Problem(
                    ExitCode.NOT_FOUND, "Cannot read %s: %s.".formatted(there, e), null, null),
                e);
          }
        });
  }

  private static Data data(ChainVerdict.Sound sound) {
    return Data.of("sound", true)
        .with("entries", sound.entries())
        .with("hash", sound.hash())
        .with("unsealed", sound.unsealed())
        .with("marked", sound.marked());
  }

  private static Page page(ChainVerdict.Sound sound) {
    long entries = sound.entries();
    long unsealed = sound.unsealed();
    Page.Builder page =
        Page.builder()
            .row("entries", Long.toString(entries), "", Mark.NONE)
            .row("log", entries == 0 ? "empty" : "intact", "", Mark.GOOD);
    if (unsealed > 0) {
      page.row(
          "sealed",
          unsealed == entries ? "none yet" : "from entry %d on".formatted(unsealed + 1),
          "the entries before agree with each other, but are not protected by a key",
          Mark.ATTENTION);
    }
    if (entries > 0 && !sound.marked()) {
      page.row(
          "end",
          "unknown",
          "this home has no mark of the log, so a cut end is not noticed",
          Mark.ATTENTION);
    }
    return page.row("last hash", sound.hash()).build();
  }
}
