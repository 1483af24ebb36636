package dev.cleveragents.cli.command.installation;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.runtime.settings.StoreAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the file of the store; a store on a PostgreSQL server is refused with the command that
 * copies it there.
 */
final class SqliteStoreFile {

  private static final Pattern ADDRESS =
      Pattern.compile(
          "jdbc:postgresql://(?<host>\\[[^]]+]|[^:/,]+)(:(?<port>[0-9]+))?[^/]*/(?<name>[^?]*)"
              + "([?](?<query>.*))?");

  private SqliteStoreFile() {}

  /**
   * The file of the store.
   *
   * @throws ProblemException if it is on a server; the problem has the whole command to use instead
   */
  static Path requireFile(CommandContext context, String command) {
    StoreAddress address = context.settings().store();
    return address
        .file()
        .orElseThrow(
            () ->
                new ProblemException(
                    new Problem(
                        ExitCode.CONFLICT,
                        "The store is on a PostgreSQL server (%s); PostgreSQL's own programs back it up."
                            .formatted(address),
                        "Run the command below; it asks for the password.",
                        command + options(address.url()))));
  }

  /** The options that give those programs the address of the store, without its password. */
  private static String options(String url) {
    Matcher matcher = ADDRESS.matcher(url);
    if (!matcher.matches()) {
      return "";
    }
    List<String> options = new ArrayList<>();
    options.add("--host=" + matcher.group("host"));
    if (matcher.group("port") != null) {
      options.add("--port=" + matcher.group("port"));
    }
    String query = matcher.group("query") == null ? "" : matcher.group("query");
    for (String parameter : query.split("&", -1)) {
      if (parameter.startsWith("user=")) {
        options.add("--username=" + parameter.substring("user=".length()));
      } else if (parameter.startsWith("currentSchema=")) {
        options.add("--schema=" + parameter.substring("currentSchema=".length()));
      }
    }
    options.add("--dbname=" + matcher.group("name"));
    return " " + String.join(" ", options);
  }
}
