package dev.cleveragents.cli.command.project;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.runtime.view.ProjectView;
import dev.cleveragents.workspace.resource.Resource;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code agents resource list}. Reads only; with no store yet the list is empty. */
@Command(name = "list", description = "List resources by name.", footer = "agents resource list")
final class ResourceListCommand implements AgentsCommand {

  @Override
  public Result run(CommandContext context) {
    List<Resource> resources =
        StoreAccess.readOr(context, agents -> agents.resources().list(), List.<Resource>of());
    Page.Builder page = Page.builder();
    resources.forEach(it -> page.line(ProjectView.RESOURCE, it));
    if (resources.isEmpty()) {
      page.text("no resources");
    }
    return Result.ok(Data.of("resources", Data.all(ProjectView.RESOURCE, resources)), page.build());
  }
}
