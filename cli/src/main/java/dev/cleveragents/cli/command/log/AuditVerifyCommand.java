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
import dev.cleveragents.runtime.view.Mark;
import picocli.CommandLine.Command;

/** {@code agents audit verify}: checks that the log was not altered. Reads only. */
@Command(
    name = "verify",
    description = "Verify the hash chain of the audit log.",
    footer = "agents audit verify")
final class AuditVerifyCommand implements AgentsCommand {

  @Override
  public Result run(CommandContext context) {
    return switch (StoreAccess.readOr(
        context, agents -> agents.log().verify(), ChainVerdict.ofNothing())) {
      case ChainVerdict.Sound(long entries, String hash) ->
          Result.ok(
              Data.of("sound", true).with("entries", entries).with("hash", hash),
              Page.builder()
                  .row("entries", Long.toString(entries), "", Mark.NONE)
                  .row("log", entries == 0 ? "empty" : "intact", "", Mark.GOOD)
                  .row("last hash", hash)
                  .build());
      case ChainVerdict.Broken(var _, String why) ->
          throw new ProblemException(
              new Problem(
                  ExitCode.FAILED,
                  "The audit log was altered: %s.".formatted(why),
                  "Everything before that entry is sound. Compare with an export made earlier.",
                  "agents audit log"));
    };
  }
}
