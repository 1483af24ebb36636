package dev.cleveragents.runtime;

import dev.cleveragents.engine.EngineTables;
import dev.cleveragents.runtime.settings.StoreAddress;
import dev.cleveragents.store.StoreFile;
import dev.cleveragents.workspace.OperationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gives up the store of a home, so that the next command that writes creates an empty one. Nothing
 * is deleted: the file of the store and the mark of its log are moved aside, and the key stays.
 *
 * @param store the file that was moved aside; null if there was none
 */
public record StartOver(@Nullable Path store) {

  /**
   * Gives it up.
   *
   * @throws OperationException if there is no store to give up
   * @throws dev.cleveragents.store.connection.StoreException if a process has it open
   */
  public static StartOver in(Path home, StoreAddress address, Instant now) {
    boolean known = Config.chainFiles(home, address).marked().isPresent();
    Optional<Path> file = address.file().filter(Files::exists);
    if (!known && file.isEmpty()) {
      throw OperationException.conflict(
          "There is no store at %s; the first command that writes creates one".formatted(address),
          null);
    }
    return giveUp(home, address, file, now);
  }

  private static StartOver giveUp(
      Path home, StoreAddress address, Optional<Path> file, Instant now) {
    String suffix = Backup.REPLACED + now.toEpochMilli();
    try {
      Path aside = null;
      if (file.isPresent()) {
        aside = file.get().resolveSibling(file.get().getFileName() + suffix);
        new StoreFile(file.get(), EngineTables.MIGRATIONS).moveTo(aside);
      }
      Config.chainFiles(home, address).retireMarks(suffix);
      return new StartOver(aside);
    } catch (IOException e) {
      throw OperationException.failed("Cannot give up the store: " + e, e);
    }
  }
}
