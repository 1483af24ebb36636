package dev.cleveragents.store;

import dev.cleveragents.store.connection.Dialect;
import dev.cleveragents.store.connection.SqliteDialect;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.connection.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * The file of an open SQLite database, to notice that it was deleted or replaced: SQLite would
 * still read and write the deleted file, which ends with the last connection. Nothing is to be
 * noticed on PostgreSQL, and where files have no identity. Immutable.
 */
final class OpenedFile {

  private final @Nullable Path file;
  private final @Nullable Object key;

  private OpenedFile(@Nullable Path file, @Nullable Object key) {
    this.file = file;
    this.key = key;
  }

  /** The file that is there now. */
  static OpenedFile of(Dialect dialect) {
    if (!(dialect instanceof SqliteDialect(Path file))) {
      return new OpenedFile(null, null);
    }
    try {
      return new OpenedFile(file, key(file));
    } catch (IOException e) {
      return new OpenedFile(null, null);
    }
  }

  /** Whether it is still there. */
  boolean isThere() {
    if (file == null || key == null) {
      return true;
    }
    try {
      return key.equals(key(file));
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      return true; // Unknown; the next statement reports what is wrong.
    }
  }

  /** Fails if it is gone: what was read or stored since is lost. */
  void requireThere() {
    if (!isThere()) {
      throw new StoreException(
          Kind.LOST,
          ("SQLite database %s was deleted or replaced while this program had it open: what the"
                  + " program stored since then is lost")
              .formatted(file),
          null);
    }
  }

  private static @Nullable Object key(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }
}
