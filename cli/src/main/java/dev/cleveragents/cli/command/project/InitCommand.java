package dev.cleveragents.cli.command.project;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Page.Mark;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.engine.project.Resource;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents init}: makes the store, and a project of the git work tree that one is in. */
@Command(
    name = "init",
    description = {
      "Make a project of the git work tree that you are in. Doing it twice is fine.",
      "Nothing in the work tree is changed."
    })
final class InitCommand implements AgentsCommand {

  @Parameters(arity = "0..1", paramLabel = "DIR", description = "Where; here by default.")
  Path folder = Path.of("");

  @Override
  public Result run(CommandContext context) {
    Path there = context.environment().workingDirectory().resolve(folder).normalize();
    Project project = Store.write(context, agents -> agents.projects().open(there));
    Page.Builder page = Page.builder();
    page.row("project", project.name().forPeople(), "", Mark.GOOD);
    for (Resource resource : project.resources()) {
      page.row("resource", resource.name().forPeople(), ProjectView.place(resource), Mark.NONE);
    }
    page.row("home", context.settings().home().value().toString());
    return Result.ok(
        Data.of("project", ProjectView.data(project))
            .with("home", context.settings().home().value()),
        page.build());
  }
}
