package dev.cleveragents.engine.stray;

import dev.cleveragents.engine.Deletion;
import dev.cleveragents.engine.Maker;
import dev.cleveragents.engine.sandbox.Remains;
import dev.cleveragents.engine.sandbox.SandboxInventory;
import dev.cleveragents.exec.Leftovers;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Temporary files and folders whose name says that the process which made them is gone. */
record StrayTemporaries(Repositories repositories, Path sandboxes, Path temporary) implements Hunt {

  @Override
  public List<Found> look(CancellationToken token) {
    List<Found> all = new ArrayList<>();
    in(sandboxes.resolve(StrayFolders.DIRECTORIES), "new", all);
    for (Path plan : StrayFolders.foldersIn(sandboxes)) {
      in(plan, SandboxInventory.REMOVING, all);
    }
    for (Path repository : repositories.ours()) {
      in(repository, "index", all);
    }
    in(temporary, Remains.LOOK, all);
    Leftovers.inputs(temporary).forEach(file -> all.add(clearable(file)));
    return all;
  }

  private static void in(Path folder, String what, List<Found> all) {
    StrayFolders.inside(folder, path -> isOfTheGone(what, path))
        .forEach(path -> all.add(clearable(path)));
  }

  private static boolean isOfTheGone(String what, Path path) {
    return Maker.named(what, path.getFileName().toString()).filter(Maker::isGone).isPresent();
  }

  static Found clearable(Path path) {
    return new Found(
        Stray.clearable(Stray.Kind.TEMPORARY, path.toString(), "the process that made it is gone"),
        _ -> Deletion.of(path));
  }
}
