package dev.cleveragents.cli.command.installation;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.engine.project.ResourceCheck.Finding;
import dev.cleveragents.engine.project.ResourceCheck.State;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.workspace.Name;
import java.util.ArrayList;
import java.util.List;

/** Shows the state of the projects' repositories and directories to users and programs. */
record ResourceReport(List<Seen> all) {

  /**
   * A resource and its state.
   *
   * @param remedy what the user can do about it; empty if nothing is wrong
   */
  record Seen(Finding finding, String remedy) {}

  static final ResourceReport NONE = new ResourceReport(List.of());

  /** Checks each resource, and changes nothing. */
  static ResourceReport of(CommandContext context) {
    return StoreAccess.read(
        context,
        agents ->
            new ResourceReport(
                Interruptible.call(() -> agents.resourceCheck().all(context.interrupt())).stream()
                    .map(finding -> new Seen(finding, remedy(finding, agents)))
                    .toList()));
  }

  private static String remedy(Finding finding, CleverAgents agents) {
    return switch (finding.state()) {
      case SOUND -> "";
      case MISSING -> "restore it, or remove it: " + forgetting(finding, agents);
      case UNREADABLE -> "run 'git status' and 'git fsck' there";
    };
  }

  private static String forgetting(Finding finding, CleverAgents agents) {
    Name resource = finding.resource().name();
    List<String> commands = new ArrayList<>();
    for (Name project : agents.resources().projectsOf(resource)) {
      commands.add(
          "agents project unlink %s %s".formatted(project.forPeople(), resource.forPeople()));
    }
    commands.add("agents resource remove " + resource.forPeople());
    return String.join(" && ", commands);
  }

  /** Whether git can read all repositories that exist. */
  boolean areReadable() {
    return all.stream().noneMatch(it -> it.finding.state() == State.UNREADABLE);
  }

  void describe(Page.Builder page) {
    long sound = all.stream().filter(it -> it.finding.state() == State.SOUND).count();
    if (sound > 0) {
      page.row(
          "resources",
          "%d readable".formatted(sound),
          "checked: HEAD, the index and the last commit; 'git fsck' checks everything",
          Mark.GOOD);
    }
    for (Seen seen : all) {
      if (seen.finding.state() != State.SOUND) {
        page.row(
            "resource " + seen.finding.resource().name().forPeople(),
            seen.finding.resource().location().toString(),
            "%s; %s".formatted(seen.finding.problem(), seen.remedy),
            Mark.ATTENTION);
      }
    }
  }

  List<Data> data() {
    return all.stream()
        .map(
            it ->
                Data.of("name", it.finding.resource().name().forPeople())
                    .with("type", it.finding.resource().type().id())
                    .with("location", it.finding.resource().location().toString())
                    .with("state", it.finding.state())
                    .with("trouble", it.finding.problem().isEmpty() ? null : it.finding.problem())
                    .with("hint", it.remedy.isEmpty() ? null : it.remedy))
        .toList();
  }
}
