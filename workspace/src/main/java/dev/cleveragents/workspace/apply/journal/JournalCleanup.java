package dev.cleveragents.workspace.apply.journal;

import dev.cleveragents.workspace.files.Deletion;
import dev.cleveragents.workspace.files.DurableFiles;
import dev.cleveragents.workspace.resource.ResourceType;
import java.io.IOException;
import java.nio.file.Path;

/** Deletes the folders of a journal that is no longer needed. */
public final class JournalCleanup {

  private JournalCleanup() {}

  public static void remove(TargetRecord.Place place) throws IOException {
    Path directory = place.directory();
    if (!place.staging().equals(directory)) {
      Deletion.of(place.staging());
    }
    Deletion.of(directory);
    if (place.type() == ResourceType.GIT_CHECKOUT) {
      DurableFiles.removeIfEmpty(DurableFiles.parent(directory));
    }
  }
}
