package dev.cleveragents.cli.settings;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The environment of this process, read once, so that tests can replace it.
 *
 * @param variables the environment variables
 * @param userHome the home folder of the user
 * @param workingDirectory where the command was run
 * @param launcher the script that started this process, or null if Java was started directly
 * @param columns the width of the terminal that standard output is; 0 if it is none
 */
public record Environment(
    Map<String, String> variables,
    Path userHome,
    Path workingDirectory,
    @Nullable Path launcher,
    int columns) {

  public Environment {
    variables = Map.copyOf(variables);
  }

  /**
   * The environment of this process. The launcher passes what Java finds out only slowly: its own
   * path, and the width of the terminal that standard output is. HOME takes precedence over the
   * system's user database, which Java would use.
   */
  public static Environment ofThisProcess() {
    String launcher = System.getProperty("agents.launcher");
    String home = System.getenv("HOME");
    return new Environment(
        System.getenv(),
        Path.of(home == null || home.isEmpty() ? System.getProperty("user.home") : home),
        Path.of("").toAbsolutePath(),
        launcher == null ? null : Path.of(launcher),
        Integer.getInteger("agents.columns", 0));
  }

  /** Whether standard output is a terminal. */
  public boolean terminal() {
    return columns > 0;
  }

  /** A variable that is set and not empty, or null. */
  public @Nullable String variable(String name) {
    String value = variables.get(name);
    return value == null || value.isEmpty() ? null : value;
  }
}
