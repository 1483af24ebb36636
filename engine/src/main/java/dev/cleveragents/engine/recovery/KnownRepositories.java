package dev.cleveragents.engine.recovery;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanService;
import dev.cleveragents.engine.plan.brief.PlanBrief;
import dev.cleveragents.engine.project.ResourceCheck;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.recovery.FolderListing;
import dev.cleveragents.workspace.recovery.LeaseOwners;
import dev.cleveragents.workspace.recovery.OwnedRepositories;
import dev.cleveragents.workspace.recovery.OwnedRepository;
import dev.cleveragents.workspace.resource.ResourceType;
import dev.cleveragents.workspace.sandbox.SandboxInventory;
import dev.cleveragents.workspace.sandbox.source.SandboxSources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The repositories in which plans may have left something: those of users, and those that this
 * program keeps for plain directories.
 */
record KnownRepositories(
    SandboxInventory sandboxes, PlanService plans, CommandRunner runner, LeaseOwners owners)
    implements OwnedRepositories {

  Map<String, Plan> allPlans() {
    Map<String, Plan> all = new LinkedHashMap<>();
    plans.all().forEach(plan -> all.put(plan.id().toString(), plan));
    return all;
  }

  @Override
  public List<OwnedRepository> all(CancellationToken token) throws InterruptedException {
    Set<Path> checkouts = new LinkedHashSet<>();
    for (Plan plan : allPlans().values()) {
      for (PlanBrief.Target target : plan.brief().targets()) {
        if (target.resource().type() == ResourceType.GIT_CHECKOUT) {
          checkouts.add(target.resource().location());
        }
      }
    }
    List<OwnedRepository> all = new ArrayList<>();
    for (Path checkout : checkouts) {
      if (Files.isDirectory(checkout)) {
        add(new Git(runner, checkout), all, token);
      }
    }
    for (Path kept : ofDirectories()) {
      add(new Git(runner, kept).withoutUserConfiguration().withRepository(kept, kept), all, token);
    }
    return all;
  }

  @Override
  public List<Path> ofDirectories() {
    return FolderListing.foldersIn(sandboxes.directory().resolve(SandboxSources.DIRECTORIES))
        .stream()
        .filter(folder -> folder.getFileName().toString().endsWith(".git"))
        .toList();
  }

  @Override
  public boolean mayBeInUse(String owner) {
    Plan plan = allPlans().get(owner);
    return plan == null
        || (plan.job() != null && owners.ofJob(plan.job()).filter(it -> !it.isGone()).isPresent());
  }

  /** Adds a repository, unless git cannot read it; other checks report that damage. */
  private static void add(Git git, List<OwnedRepository> all, CancellationToken token)
      throws InterruptedException {
    Git.Answer where;
    try {
      where =
          git.withDeadline(ResourceCheck.PATIENCE)
              .ask(
                  token,
                  "rev-parse",
                  "--path-format=absolute",
                  "--git-common-dir",
                  "--absolute-git-dir");
    } catch (GitException e) {
      return;
    }
    List<String> lines = where.text().lines().toList();
    if (where.succeeded() && lines.size() == 2) {
      all.add(new OwnedRepository(git, Path.of(lines.get(0)), Path.of(lines.get(1))));
    }
  }
}
