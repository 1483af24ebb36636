package dev.cleveragents.cli.command.definition;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.definition.Definition;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.runtime.view.DefinitionView;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code agents profile list}: the built-in profiles, then the stored ones. Reads only. */
@Command(name = "list", description = "List automation profiles.", footer = "agents profile list")
final class ProfileListCommand implements AgentsCommand {

  @Override
  public Result run(CommandContext context) {
    List<Definition<AutomationProfile>> defined =
        StoreAccess.readOr(
            context,
            agents -> agents.definitions().list(DefinitionKind.PROFILE, false),
            List.<Definition<AutomationProfile>>of());
    Page.Builder page = Page.builder();
    List<Data> data = new ArrayList<>();
    for (AutomationProfile profile : AutomationProfile.BUILT_IN) {
      page.row(profile.name().forPeople(), profile.description());
      data.add(DefinitionAnswer.data(profile).with("built_in", true));
    }
    for (Definition<AutomationProfile> profile : defined) {
      page.line(DefinitionView.VIEW, profile);
      data.add(Data.of(DefinitionView.VIEW, profile).with("built_in", false));
    }
    return Result.ok(Data.of("profiles", data), page.build());
  }
}
