package dev.cleveragents.engine.stray;

import dev.cleveragents.engine.Deletion;
import dev.cleveragents.engine.Maker;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.sandbox.Remains;
import dev.cleveragents.engine.sandbox.SandboxInventory;
import dev.cleveragents.exec.Leftovers;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Temporary files and folders whose name says that the process which made them is gone. */
record StrayTemporaries(Repositories repositories, Path sandboxes) implements Hunt {

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
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    in(temporary, Remains.LOOK, all);
    Leftovers.inputs(temporary).forEach(file -> all.add(clearable(file)));
    return all;
  }

  private static void in(Path folder, String what, List<Found> all) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder, what + "@*")) {
      for (Path path : inside) {
        Maker.named(what, path.getFileName().toString())
            .filter(Maker::isGone)
            .ifPresent(_ -> all.add(clearable(path)));
      }
    } catch (IOException e) {
      throw PlanException.failed("%s cannot be read: %s".formatted(folder, e), e);
    }
  }

  static Found clearable(Path path) {
    return new Found(
        Stray.clearable(Stray.Kind.TEMPORARY, path.toString(), "the process that made it is gone"),
        _ -> Deletion.of(path));
  }
}
