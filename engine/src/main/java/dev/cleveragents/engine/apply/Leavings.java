package dev.cleveragents.engine.apply;

import dev.cleveragents.engine.Deletion;
import dev.cleveragents.engine.project.ResourceType;
import java.io.IOException;
import java.nio.file.Path;

/** Takes away the folders of a journal that nobody needs any more. */
final class Leavings {

  private Leavings() {}

  static void remove(TargetRecord.Place place) throws IOException {
    Path directory = place.directory();
    if (!place.staging().equals(directory)) {
      Deletion.of(place.staging());
    }
    Deletion.of(directory);
    if (place.type() == ResourceType.GIT_CHECKOUT) {
      Disk.removeIfEmpty(Disk.parent(directory));
    }
  }
}
