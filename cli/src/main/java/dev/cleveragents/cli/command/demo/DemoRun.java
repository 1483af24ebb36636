package dev.cleveragents.cli.command.demo;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.settings.Environment;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.runtime.CleverAgents;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where a demo works.
 *
 * @param folder all that it makes
 * @param home its home folder in there; the user's own is not touched
 */
record DemoRun(CleverAgents agents, Path folder, Path home, CommandContext context) {

  void say(String line) {
    context.dialogue().say(line);
  }

  static void require(Plan plan, PlanState state) {
    if (plan.status().state() != state) {
      throw new ProblemException(
          new Problem(
              ExitCode.FAILED,
              "The demo's plan is %s.".formatted(plan.status().stage()),
              "Its work is kept in the folder that is named above.",
              null));
    }
  }

  /** Ends a page with commands to try in the project, and with how to remove the demo. */
  Page ended(Page.Builder page, Path project, String... commands) {
    page.heading("Try");
    page.text("cd " + project);
    page.text("export CLEVERAGENTS_HOME=" + home);
    for (String command : commands) {
      page.text(command.replace("agents ", program(context.environment()) + " "));
    }
    page.heading("Remove");
    page.text("rm -rf " + folder);
    return page.build();
  }

  /** How the user starts this program: by its name, once it is installed. */
  private static String program(Environment environment) {
    Path launcher = environment.launcher();
    boolean installed =
        Stream.of(environment.variables().getOrDefault("PATH", "").split(":", -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "agents")));
    return launcher == null || installed ? "agents" : launcher.toString();
  }

  static ProblemException failed(String message, @Nullable Exception cause) {
    Problem problem = new Problem(ExitCode.FAILED, message, null, null);
    return cause == null ? new ProblemException(problem) : new ProblemException(problem, cause);
  }
}
