package dev.cleveragents.workspace.recovery;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.files.Deletion;
import dev.cleveragents.workspace.files.MakerProcess;
import dev.cleveragents.workspace.sandbox.SandboxContents;
import dev.cleveragents.workspace.sandbox.SandboxInventory;
import dev.cleveragents.workspace.sandbox.source.SandboxSources;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Temporary files and folders whose name says that the process which made them is gone. */
public record OrphanedTemporaries(OwnedRepositories repositories, Path sandboxes)
    implements OrphanFinder {

  private static final String FOLDER = "temporary";
  private static final String PARSER = "parser";

  /** How the paths of the folders begin that parsers of this process get in a home. */
  public static Path nameForParser(Path home) {
    return home.resolve(FOLDER).resolve(MakerProcess.nameFor(PARSER));
  }

  @Override
  public List<Found> look(CancellationToken token) {
    List<Found> all = new ArrayList<>();
    in(sandboxes.resolve(SandboxSources.DIRECTORIES), "new", all);
    for (Path plan : FolderListing.foldersIn(sandboxes)) {
      in(plan, SandboxInventory.REMOVING, all);
      FolderListing.foldersIn(plan).forEach(sandbox -> in(sandbox, SandboxContents.LOOK, all));
    }
    in(sandboxes.resolveSibling(FOLDER), PARSER, all);
    for (Path repository : repositories.ofDirectories()) {
      in(repository, "index", all);
    }
    return all;
  }

  private static void in(Path folder, String what, List<Found> all) {
    FolderListing.inside(folder, path -> isOfTheGone(what, path))
        .forEach(path -> all.add(clearable(path)));
  }

  private static boolean isOfTheGone(String what, Path path) {
    return MakerProcess.named(what, path.getFileName().toString())
        .filter(MakerProcess::isGone)
        .isPresent();
  }

  static Found clearable(Path path) {
    return new Found(
        Orphan.clearable(
            Orphan.Kind.TEMPORARY, path.toString(), "the process that made it is gone"),
        _ -> Deletion.of(path));
  }
}
