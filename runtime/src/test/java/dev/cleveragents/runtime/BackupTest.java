package dev.cleveragents.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.workspace.OperationException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup that something happened to is told from a sound one, and nothing is changed by it. */
class BackupTest {

  private static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");

  @TempDir private Path folder;
  private Path home;
  private Path store;
  private Path file;

  @BeforeEach
  void aStoreAndItsBackup() throws IOException {
    home = Files.createDirectory(folder.resolve("home"));
    try (CleverAgents agents = CleverAgents.open(Config.inHome(home))) {
      assertThat(agents.checkStore()).isEmpty();
    }
    try (Stream<Path> files = Files.list(home)) {
      store = files.filter(it -> it.toString().endsWith(".db")).findFirst().orElseThrow();
    }
    Files.writeString(home.resolve("config.toml"), "# as it was");
    file = folder.resolve("backup");
    new Backup(file).make(home, store, NOW);
  }

  private void restore() {
    new Backup(file).restore(home, store, true, NOW);
  }

  private void refused(String why) {
    assertThatThrownBy(this::restore)
        .isInstanceOfSatisfying(
            OperationException.class,
            e -> {
              assertThat(e).hasMessageStartingWith(file + " is ").hasMessageContaining(why);
              assertThat(e.hint()).startsWith("Name the file of");
            });
  }

  /** Makes it anew from the same contents, not compressed, but for one that is replaced. */
  private void repack(String name, UnaryOperator<byte[]> change) throws IOException {
    Path plain = folder.resolve("plain");
    try (ZipFile sound = new ZipFile(file.toFile());
        ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(plain))) {
      for (ZipEntry entry : Collections.list(sound.entries())) {
        byte[] content = sound.getInputStream(entry).readAllBytes();
        zip.setLevel(Deflater.NO_COMPRESSION);
        zip.putNextEntry(new ZipEntry(entry.getName()));
        zip.write(entry.getName().equals(name) ? change.apply(content) : content);
        zip.closeEntry();
      }
    }
    Files.move(plain, file, StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void aChangedContentOfABackupIsReportedAndNothingChanges() throws IOException {
    repack("", UnaryOperator.identity());
    String all = Files.readString(file, StandardCharsets.ISO_8859_1);
    Files.writeString(file, all.replace("as it was", "as it is."), StandardCharsets.ISO_8859_1);
    byte[] before = Files.readAllBytes(store);

    refused("the checksum of config.toml is wrong");

    assertThat(home.resolve("config.toml")).hasContent("# as it was");
    assertThat(Files.readAllBytes(store)).isEqualTo(before);
  }

  @Test
  void aStoreThatWasDamagedBeforeItCameIntoTheBackupIsNotPutInPlace() throws IOException {
    repack(
        "store.db",
        content -> {
          Arrays.fill(content, content.length / 4, content.length / 2, (byte) 0x5a);
          return content;
        });
    byte[] before = Files.readAllBytes(store);

    refused("is damaged: the store in it cannot be read");

    assertThat(Files.readAllBytes(store)).isEqualTo(before);
  }

  @Test
  void damagedBytesOfABackupAreReportedAndTheStoreStays() throws IOException {
    byte[] sound = Files.readAllBytes(file);
    byte[] before = Files.readAllBytes(store);
    for (int place : List.of(sound.length / 4, sound.length / 2, sound.length * 3 / 4)) {
      byte[] damaged = sound.clone();
      damaged[place] ^= 0x5a;
      Files.write(file, damaged);

      refused("damaged");
    }
    assertThat(Files.readAllBytes(store)).isEqualTo(before);
    try (Stream<Path> left = Files.list(home)) {
      assertThat(left.map(it -> it.getFileName().toString()))
          .noneMatch(it -> it.contains("restor"));
    }
    Files.write(file, sound);
    restore();
  }
}
