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

  /**
   * The store's message says what to do; the hint adds what became of the data, or what a user of
   * the command line needs beside it.
   */
  private static Advice advice(StoreException.Kind kind) {
    return switch (kind) {
      case UNREACHABLE -> failed("Nothing was stored.", "agents info");
      case BUSY -> failed("Nothing was changed.", "agents worker status");
      case OVERLOADED, DISK_FULL -> failed("Nothing was changed.", null);
      case READ_ONLY -> failed("Nothing was changed.", "agents info");
      case DAMAGED ->
          failed("A restore keeps the damaged file beside it.", "agents restore FILE --force");
      case ABSENT ->
          new Advice(
              ExitCode.NOT_FOUND, "Nothing was changed.", "agents job add --exec 'echo hello'");
      case LOST ->
          failed(
              "Put a backup in its place, or begin with an empty store: 'agents restore"
                  + " --start-over'. Neither deletes anything.",
              "agents restore FILE");
      case SCHEMA_TOO_OLD ->
          new Advice(
              ExitCode.CONFLICT,
              "Read-only commands do not migrate the store.",
              "agents job purge --older-than 3650d --yes");
      case SCHEMA_TOO_NEW -> new Advice(ExitCode.CONFLICT, "Nothing was changed.", null);
      case MISCONFIGURED ->
          new Advice(
              ExitCode.USAGE,
              "The address is store.url in the configuration, or CLEVERAGENTS_STORE_URL.",
              "agents info");
      case UNKNOWN_OUTCOME -> failed("The commit result is unknown.", "agents job list");
      case CLOSED ->
          failed("The store was closed while the command was shutting down. Run it again.", null);
      case FAILED -> failed("Run it again with -v to see more.", "agents diagnostics");
    };
  }

  private static Advice failed(String hint, @Nullable String command) {
    return new Advice(ExitCode.FAILED, hint, command);
  }
}
