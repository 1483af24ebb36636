package dev.cleveragents.engine.recovery;

import dev.cleveragents.engine.plan.PlanService;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.recovery.FolderListing;
import dev.cleveragents.workspace.recovery.Orphan;
import dev.cleveragents.workspace.recovery.OrphanFinder;
import dev.cleveragents.workspace.sandbox.SandboxContents;
import dev.cleveragents.workspace.sandbox.SandboxInventory;
import dev.cleveragents.workspace.sandbox.source.SandboxSources;
import dev.cleveragents.workspace.sandbox.store.SandboxManifest;
import dev.cleveragents.workspace.sandbox.store.SandboxRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Directories of sandboxes that no row of this store names: created by a process on another store
 * with the same home, or before a backup was restored. Judges them by their manifests; keeps one
 * without a manifest, and one whose creator may live.
 */
record UnregisteredSandboxes(SandboxInventory sandboxes, PlanService plans)
    implements OrphanFinder {

  @Override
  public List<Found> look(CancellationToken token) throws InterruptedException {
    Set<Path> known =
        sandboxes.all().stream().map(SandboxRecord::directory).collect(Collectors.toSet());
    List<Found> all = new ArrayList<>();
    for (Path plan : FolderListing.foldersIn(sandboxes.directory())) {
      if (plan.endsWith(SandboxSources.DIRECTORIES)) {
        continue;
      }
      List<Path> inside = FolderListing.foldersIn(plan);
      for (Path folder : inside) {
        if (!known.contains(folder)
            && !folder.getFileName().toString().startsWith(SandboxInventory.REMOVING)) {
          all.add(found(folder, token));
        }
      }
      if (inside.isEmpty() && isOver(plan)) {
        all.add(
            new Found(
                Orphan.clearable(
                    Orphan.Kind.FOLDER, plan.toString(), "it is empty, and its plan has ended"),
                _ -> Files.deleteIfExists(plan)));
      }
    }
    return all;
  }

  private boolean isOver(Path plan) {
    try {
      return plans
          .get(PlanId.parse(plan.getFileName().toString()))
          .filter(it -> it.status().state().isTerminal())
          .isPresent();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private Found found(Path folder, CancellationToken token) throws InterruptedException {
    Optional<SandboxManifest> manifest = SandboxManifest.of(folder);
    if (manifest.isEmpty()) {
      return kept(folder, "not in this store; owner unknown");
    }
    if (!manifest.get().maker().isGone()) {
      return kept(folder, "not in this store; creator process may still run");
    }
    SandboxContents contents = sandboxes.contents(manifest.get().record());
    try {
      if (contents.changes(token).isEmpty() && contents.ownRefs(token).isEmpty()) {
        return new Found(
            Orphan.clearable(
                Orphan.Kind.FOLDER,
                folder.toString(),
                "not in this store; creator process ended; unchanged"),
            _ -> sandboxes.discard(manifest.get()));
      }
    } catch (OperationException | GitException e) {
      return kept(folder, "not in this store; " + e.getMessage());
    }
    return Found.kept(
        Orphan.kept(
            Orphan.Kind.FOLDER,
            folder.toString(),
            "not in this store; it contains work",
            NextAction.of(Verb.SHOW_SANDBOX_CHANGES, folder)));
  }

  private static Found kept(Path folder, String why) {
    return Found.kept(Orphan.kept(Orphan.Kind.FOLDER, folder.toString(), why, null));
  }
}
