package dev.cleveragents.engine.audit;

import dev.cleveragents.store.machine.OwnerOnlyFiles;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.files.DurableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that a home keeps about the logs of its databases, readable by their owner only: for
 * each database its key, and a mark with its address. Their names begin with the database's id.
 *
 * <ul>
 *   <li>Each file appears whole, by a rename.
 *   <li>Marks of one database are written one at a time: under the lock of its head row.
 * </ul>
 *
 * @param folder where they are
 * @param address of the database in use, without secrets
 */
public record ChainFiles(Path folder, String address) {

  private static final Logger log = LoggerFactory.getLogger(ChainFiles.class);
  private static final String KEY = ".key";
  private static final String MARK = ".mark";

  /** The mark of the database that was last used at the address, if there was one. */
  public Optional<AuditMark> marked() {
    return marks().stream().filter(mark -> mark.address().equals(address)).findFirst();
  }

  /** The file of the key of a database, whether or not it is there. */
  public Path keyFile(String store) {
    return folder.resolve(store + KEY);
  }

  Path markFile(String store) {
    return folder.resolve(store + MARK);
  }

  /**
   * Puts the marks of the address aside, so that another database can be used there. Keys stay.
   *
   * @param suffix of their new names
   */
  public void retireMarks(String suffix) throws IOException {
    for (AuditMark mark : marks()) {
      if (mark.address().equals(address)) {
        Path file = markFile(mark.store());
        Files.move(file, file.resolveSibling(file.getFileName() + suffix));
      }
    }
  }

  /** The key of a database; empty if this home has none. */
  Optional<AuditKey> key(String store) {
    return read(keyFile(store), AuditKey::parse);
  }

  /** The mark of a database; empty if this home has none. */
  Optional<AuditMark> mark(String store) {
    return readMark(markFile(store));
  }

  /** Writes a key, and creates the folder if it is missing. */
  void write(AuditKey key) {
    try {
      OwnerOnlyFiles.createFolders(folder);
    } catch (IOException e) {
      throw OperationException.failed("Cannot create %s: %s".formatted(folder, e), e);
    }
    write(keyFile(key.store()), key.text());
  }

  /** Writes a mark; fails if the folder was deleted. */
  void write(AuditMark mark) {
    write(markFile(mark.store()), mark.text());
  }

  /** Removes the key of a database that another process has given another key. */
  void discard(AuditKey key) {
    try {
      Files.deleteIfExists(keyFile(key.store()));
    } catch (IOException e) {
      throw OperationException.failed("Cannot delete in %s: %s".formatted(folder, e), e);
    }
  }

  private List<AuditMark> marks() {
    List<AuditMark> marks = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files.sorted()::iterator) {
        if (String.valueOf(file.getFileName()).endsWith(MARK)) {
          readMark(file).ifPresent(marks::add);
        }
      }
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw OperationException.failed("Cannot read %s: %s".formatted(folder, e), e);
    }
    return marks;
  }

  /** A mark that cannot be read counts as missing, which a verification reports. */
  private static Optional<AuditMark> readMark(Path file) {
    try {
      return read(file, AuditMark::parse);
    } catch (OperationException e) {
      log.warn("{}; it is ignored", e.getMessage());
      return Optional.empty();
    }
  }

  private static <T> Optional<T> read(Path file, Function<String, T> parse) {
    try {
      return Optional.of(parse.apply(Files.readString(file)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      throw new OperationException(
          OperationException.Kind.FAILED,
          "Cannot read %s: %s".formatted(file, e),
          "Put a copy of the file back, or begin with a new key",
          NextAction.of(Verb.RENEW_AUDIT_KEY),
          e);
    }
  }

  private void write(Path file, String text) {
    try {
      Path begun = file.resolveSibling(file.getFileName() + ".tmp");
      OwnerOnlyFiles.createFile(begun);
      Files.writeString(begun, text);
      DurableFiles.sync(begun);
      Files.move(begun, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      DurableFiles.sync(folder);
    } catch (IOException e) {
      throw OperationException.failed("Cannot write %s: %s".formatted(file, e), e);
    }
  }
}
