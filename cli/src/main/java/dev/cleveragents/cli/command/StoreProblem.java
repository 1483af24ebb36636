package dev.cleveragents.cli.command;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.store.connection.StoreException;
import org.jspecify.annotations.Nullable;

/** Translates exceptions of the store into problems with an exit code and advice. */
public final class StoreProblem {

  private record Advice(ExitCode exitCode, String hint, @Nullable String command) {}

  private StoreProblem() {}

  /** The problem for an exception. */
  public static Problem of(StoreException e) {
    Advice advice = advice(e.kind());
    return new Problem(advice.exitCode, e.getMessage() + ".", advice.hint, advice.command);
  }

  private static Advice advice(StoreException.Kind kind) {
    return switch (kind) {
      case UNREACHABLE ->
          failed("Nothing was stored. Try again when the store answers.", "agents info");
      case BUSY -> failed("Nothing was changed. Try again.", "agents worker status");
      case OVERLOADED -> failed("Nothing was changed. Try again when the load is lower.", null);
      case DISK_FULL -> failed("Nothing was changed. Free some space on that disk.", null);
      case READ_ONLY ->
          failed("Nothing was changed. Make it writable, or set another store.url.", "agents info");
      case DAMAGED ->
          failed(
              "Restore a backup; the damaged file is kept beside it.",
              "agents restore FILE --force");
      case ABSENT ->
          new Advice(
              ExitCode.NOT_FOUND,
              "The first job creates it.",
              "agents job add --exec 'echo hello'");
      case SCHEMA_TOO_OLD ->
          new Advice(
              ExitCode.CONFLICT,
              "Commands that only read do not migrate it; the next command that writes does.",
              "agents worker run --until-empty");
      case SCHEMA_TOO_NEW ->
          new Advice(ExitCode.CONFLICT, "Update this CleverAgents; nothing was changed.", null);
      case MISCONFIGURED ->
          new Advice(ExitCode.USAGE, "Correct store.url or CLEVERAGENTS_STORE_URL.", "agents info");
      case UNKNOWN_OUTCOME ->
          failed("Check whether it was done before you repeat it.", "agents job list");
      case CLOSED -> failed("The command was ending. Run it again.", null);
      case FAILED -> failed("Run it again with -v to see more.", "agents diagnostics");
    };
  }

  private static Advice failed(String hint, @Nullable String command) {
    return new Advice(ExitCode.FAILED, hint, command);
  }
}
