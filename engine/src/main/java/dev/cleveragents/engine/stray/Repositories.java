package dev.cleveragents.engine.stray;

import dev.cleveragents.engine.plan.Brief;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanService;
import dev.cleveragents.engine.project.ResourceCheck;
import dev.cleveragents.engine.project.ResourceType;
import dev.cleveragents.engine.sandbox.SandboxInventory;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The repositories in which plans may have left something: those of users, and those that we keep
 * of plain directories.
 */
record Repositories(SandboxInventory sandboxes, PlanService plans, CommandRunner runner) {

  private static final int ALL = Integer.MAX_VALUE;

  /**
   * One of them.
   *
   * @param git in it
   * @param common where its refs are
   * @param gitDirectory where its index is; the same but for a linked work tree
   */
  record One(Git git, Path common, Path gitDirectory) {}

  Map<String, Plan> allPlans() {
    Map<String, Plan> all = new LinkedHashMap<>();
    plans.list(null, ALL).forEach(plan -> all.put(plan.id().toString(), plan));
    return all;
  }

  List<One> all(CancellationToken token) throws InterruptedException {
    Set<Path> checkouts = new LinkedHashSet<>();
    for (Plan plan : allPlans().values()) {
      for (Brief.Target target : plan.brief().targets()) {
        if (target.resource().type() == ResourceType.GIT_CHECKOUT) {
          checkouts.add(target.resource().location());
        }
      }
    }
    List<One> all = new ArrayList<>();
    for (Path checkout : checkouts) {
      if (Files.isDirectory(checkout)) {
        add(new Git(runner, checkout), all, token);
      }
    }
    for (Path kept : ours()) {
      add(new Git(runner, kept).withoutUserConfiguration().withRepository(kept, kept), all, token);
    }
    return all;
  }

  /** The repositories that we keep of plain directories. */
  List<Path> ours() {
    return StrayFolders.foldersIn(sandboxes.directory().resolve(StrayFolders.DIRECTORIES)).stream()
        .filter(folder -> folder.getFileName().toString().endsWith(".git"))
        .toList();
  }

  /** One that git does not find its way in is not looked into; its damage is told elsewhere. */
  private static void add(Git git, List<One> all, CancellationToken token)
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
      all.add(new One(git, Path.of(lines.get(0)), Path.of(lines.get(1))));
    }
  }
}
