package dev.cleveragents.runtime;

import dev.cleveragents.engine.EngineTables;
import dev.cleveragents.runtime.settings.StoreAddress;
import dev.cleveragents.store.StoreFile;
import dev.cleveragents.store.StoreFile.Examined;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.machine.OwnerOnlyFiles;
import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A backup of an installation in one file: a snapshot of the store, and the configuration.
 * Sandboxes, and what plans keep in users' repositories, are not included.
 *
 * @param file the backup file
 */
public record Backup(Path file) {

  private static final String STORE = "store.db";
  private static final String CONFIG = "config.toml";
  private static final String ABOUT = "about.json";

  /** Between the name of a file that a restore has replaced, and the time of the restore. */
  static final String REPLACED = ".before-restore-";

  /**
   * The content of a backup.
   *
   * @param config whether it includes the configuration
   */
  public record Content(Examined store, boolean config, Instant made) {}

  /** The result of a restore, with the paths of the replaced files, if there were any. */
  public record Restored(
      Content content, @Nullable Path oldStore, @Nullable Path oldConfig, boolean config) {}

  /**
   * Backs up an existing store, also while other processes write to it.
   *
   * @param home the folder of the configuration
   * @throws OperationException if the file exists or cannot be written
   * @throws StoreException if the store cannot be read or is damaged
   */
  public Content make(Path home, Path store, Instant now) {
    if (Files.exists(file)) {
      throw OperationException.conflict(file + " already exists; nothing was written", null);
    }
    try {
      Path begun = temporary(folder(), ".part");
      Path copy = temporary(folder(), ".db");
      try {
        new StoreFile(store, EngineTables.MIGRATIONS).copyTo(copy);
        Examined examined = new StoreFile(copy, EngineTables.MIGRATIONS).examine();
        boolean config = Files.exists(home.resolve(CONFIG));
        write(begun, copy, config ? home.resolve(CONFIG) : null, about(examined, store, now));
        Files.createLink(file, begun);
        sync(folder());
        return new Content(examined, config, now);
      } finally {
        Files.deleteIfExists(copy);
        Files.deleteIfExists(begun);
      }
    } catch (FileAlreadyExistsException e) {
      throw new OperationException(
          OperationException.Kind.CONFLICT,
          file + " was created by another process meanwhile; nothing was written",
          null,
          null,
          e);
    } catch (IOException e) {
      throw OperationException.failed("Cannot write %s: %s".formatted(file, e), e);
    }
  }

  private static Map<String, @Nullable Object> about(Examined store, Path path, Instant now) {
    Map<String, @Nullable Object> about = new LinkedHashMap<>();
    about.put("what", "a backup of CleverAgents");
    about.put("made", now.toString());
    about.put("schema", store.schema());
    about.put("store", path.toString());
    about.put("rows", store.rows());
    return about;
  }

  private static void write(
      Path to, Path store, @Nullable Path config, Map<String, @Nullable Object> about)
      throws IOException {
    try (FileChannel channel = FileChannel.open(to, StandardOpenOption.WRITE)) {
      OutputStream out = Channels.newOutputStream(channel);
      ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8);
      zip.putNextEntry(new ZipEntry(ABOUT));
      zip.write((Json.write(about) + "\n").getBytes(StandardCharsets.UTF_8));
      zip.closeEntry();
      put(zip, STORE, store);
      if (config != null) {
        put(zip, CONFIG, config);
      }
      zip.finish();
      zip.flush();
      channel.force(true);
    }
  }

  private static void put(ZipOutputStream zip, String name, Path file) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    Files.copy(file, zip);
    zip.closeEntry();
  }

  /**
   * Installs the store and the configuration of the backup.
   *
   * @param force whether existing files may be replaced; they are kept beside the new ones
   * @throws OperationException if it is not a backup or is damaged, or if a store exists and {@code
   *     force} is not given
   * @throws StoreException if it was made by a newer program, or if a process has the store open;
   *     then nothing has changed
   */
  public Restored restore(Path home, Path store, boolean force, Instant now) {
    if (hasContent(store) && !force) {
      throw new OperationException(
          OperationException.Kind.CONFLICT,
          "A store exists at %s; nothing was changed".formatted(store),
          "Replace it with --force; the old one is kept beside it",
          NextAction.of(Verb.RESTORE_BACKUP, file));
    }
    try {
      InstallationFiles.secure(home, Optional.of(store));
      OwnerOnlyFiles.createFolders(home);
      Path folder = OwnerOnlyFiles.createFolders(parent(store));
      Path fresh = temporary(folder, ".restore");
      try (ZipFile zip = new ZipFile(file.toFile())) {
        extract(zip, STORE, fresh);
        Instant made = made(zip);
        Examined examined = examine(fresh);
        byte @Nullable [] config = config(zip);
        String suffix = REPLACED + now.toEpochMilli();
        Path aside = store.resolveSibling(store.getFileName() + suffix);
        boolean old =
            new StoreFile(store, EngineTables.MIGRATIONS)
                .replaceWith(
                    fresh, hasContent(store) && !force ? Optional.empty() : Optional.of(aside));
        Config.chainFiles(home, StoreAddress.ofFile(store)).retireMarks(suffix);
        boolean putConfig = config != null && (force || Files.notExists(home.resolve(CONFIG)));
        Path oldConfig = config != null && putConfig ? put(home, config, suffix) : null;
        return new Restored(
            new Content(examined, config != null, made), old ? aside : null, oldConfig, putConfig);
      } finally {
        Files.deleteIfExists(fresh);
      }
    } catch (NoSuchFileException e) {
      throw OperationException.notFound("There is no file " + file, null);
    } catch (ZipException e) {
      throw notOne(e);
    } catch (IOException e) {
      throw OperationException.failed("Cannot restore %s: %s".formatted(file, e), e);
    }
  }

  /** An empty file may be replaced: no store is in it. */
  private static boolean hasContent(Path store) {
    try {
      return Files.size(store) > 0;
    } catch (IOException e) {
      return Files.exists(store);
    }
  }

  private OperationException notOne(IOException e) {
    return new OperationException(
        OperationException.Kind.INVALID,
        "%s is not a backup of CleverAgents, or it is damaged: %s".formatted(file, e.getMessage()),
        "Name the file of a backup",
        null,
        e);
  }

  private Examined examine(Path fresh) {
    try {
      return new StoreFile(fresh, EngineTables.MIGRATIONS).examine();
    } catch (StoreException e) {
      if (e.kind() != StoreException.Kind.DAMAGED) {
        throw e;
      }
      throw damaged("the store in it cannot be read", e);
    }
  }

  private OperationException damaged(String how, Exception e) {
    return new OperationException(
        OperationException.Kind.INVALID,
        "%s is damaged: %s; nothing was changed".formatted(file, how),
        "Name the file of another backup",
        null,
        e);
  }

  private void extract(ZipFile zip, String name, Path to) throws IOException {
    ZipEntry entry = zip.getEntry(name);
    if (entry == null) {
      throw new ZipException("it holds no " + name);
    }
    try (InputStream in = open(zip, entry)) {
      Files.copy(in, to, StandardCopyOption.REPLACE_EXISTING);
    }
    sync(to);
  }

  /** Unlike the JDK's own stream, this one verifies the checksum at the end. */
  private static InputStream open(ZipFile zip, ZipEntry entry) throws IOException {
    return new CheckedInputStream(zip.getInputStream(entry), new CRC32()) {
      @Override
      public int read(byte[] buffer, int from, int most) throws IOException {
        int count = super.read(buffer, from, most);
        if (count < 0 && getChecksum().getValue() != entry.getCrc()) {
          throw new ZipException("the checksum of %s is wrong".formatted(entry.getName()));
        }
        return count;
      }
    };
  }

  private static byte @Nullable [] config(ZipFile zip) throws IOException {
    ZipEntry entry = zip.getEntry(CONFIG);
    if (entry == null) {
      return null;
    }
    try (InputStream in = open(zip, entry)) {
      return in.readAllBytes();
    }
  }

  private static Instant made(ZipFile zip) throws IOException {
    ZipEntry entry = zip.getEntry(ABOUT);
    if (entry == null) {
      throw new ZipException("it has no about.json");
    }
    try (InputStream in = open(zip, entry)) {
      Object made =
          Json.readObject(new String(in.readAllBytes(), StandardCharsets.UTF_8)).get("made");
      return Instant.parse(String.valueOf(made));
    }
  }

  /** Writes the configuration; returns the path of the old one, if there was one. */
  private static @Nullable Path put(Path home, byte[] config, String suffix) throws IOException {
    Path place = home.resolve(CONFIG);
    Path aside = null;
    if (Files.exists(place)) {
      aside = home.resolve(CONFIG + suffix);
      Files.createLink(aside, place);
    }
    Path fresh = temporary(home, ".toml");
    Files.write(fresh, config);
    sync(fresh);
    Files.move(fresh, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return aside;
  }

  private static Path temporary(Path folder, String suffix) throws IOException {
    return Files.createTempFile(
        folder,
        ".cleveragents",
        suffix,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }

  private Path folder() {
    return parent(file);
  }

  private static Path parent(Path path) {
    Path folder = path.toAbsolutePath().getParent();
    if (folder == null) {
      throw OperationException.invalid(path + " is not a file");
    }
    return folder;
  }

  private static void sync(Path path) throws IOException {
    StandardOpenOption how =
        Files.isDirectory(path) ? StandardOpenOption.READ : StandardOpenOption.WRITE;
    try (FileChannel channel = FileChannel.open(path, how)) {
      channel.force(true);
    }
  }
}
