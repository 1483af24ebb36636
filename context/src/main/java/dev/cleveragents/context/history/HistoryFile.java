package dev.cleveragents.context.history;

import dev.cleveragents.context.history.Commit.Kind;
import dev.cleveragents.context.history.Commit.Touch;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The history of one project on the disk, compressed, with a checksum. Invariant: at any time the
 * old file or the new one is there, whole, since a new one is written beside it, synced and
 * renamed. A file that cannot be read counts as missing: it can be made again.
 */
final class HistoryFile {

  private static final Logger LOG = LoggerFactory.getLogger(HistoryFile.class);

  private static final int MAGIC = 0x43414831;

  private static final int LONGEST_TEXT = 1 << 20;

  /** What is kept: the commits from a tip, and with which limits they were read. */
  record Stored(String tip, HistoryLimits limits, List<Commit> commits) {}

  private final Path file;

  HistoryFile(Path file) {
    this.file = file;
  }

  /** What is there; empty if nothing is, or nothing whole. */
  Optional<Stored> read() {
    try (InputStream raw = Files.newInputStream(file);
        DataInputStream in =
            new DataInputStream(new BufferedInputStream(new GZIPInputStream(raw)))) {
      Stored stored = read(in);
      // The checksum is looked at when the end is.
      if (in.read() >= 0) {
        throw new IOException("there is more than there should be");
      }
      return Optional.of(stored);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      LOG.warn("The kept history {} cannot be read ({}); it is made again", file, e.toString());
      return Optional.empty();
    }
  }

  /** Puts this in the place of what is there. */
  void write(Stored stored) throws IOException {
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
    Files.createDirectories(folder);
    Path temporary = Files.createTempFile(folder, "history", ".tmp");
    try {
      try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
        OutputStream bytes = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
        GZIPOutputStream zipped = new GZIPOutputStream(bytes);
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(zipped));
        write(stored, out);
        out.flush();
        zipped.finish();
        bytes.flush();
        channel.force(true);
      }
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static void write(Stored stored, DataOutputStream out) throws IOException {
    Map<String, Integer> texts = new LinkedHashMap<>();
    for (Commit commit : stored.commits) {
      texts.putIfAbsent(commit.author(), texts.size());
      commit.touches().forEach(touch -> texts.putIfAbsent(touch.path(), texts.size()));
    }
    out.writeInt(MAGIC);
    text(stored.tip, out);
    out.writeInt(stored.limits.commits());
    out.writeInt(stored.limits.bytes());
    out.writeInt(texts.size());
    for (String text : texts.keySet()) {
      text(text, out);
    }
    out.writeInt(stored.commits.size());
    for (Commit commit : stored.commits) {
      text(commit.id(), out);
      out.writeInt(commit.parents().size());
      for (String parent : commit.parents()) {
        text(parent, out);
      }
      out.writeLong(commit.time().getEpochSecond());
      out.writeInt(texts.getOrDefault(commit.author(), 0));
      text(commit.message(), out);
      out.writeInt(commit.files());
      out.writeInt(commit.touches().size());
      for (Touch touch : commit.touches()) {
        out.writeByte(letter(touch.kind()));
        out.writeInt(texts.getOrDefault(touch.path(), 0));
      }
    }
  }

  private static Stored read(DataInputStream in) throws IOException {
    if (in.readInt() != MAGIC) {
      throw new IOException("it is of another kind");
    }
    String tip = text(in);
    HistoryLimits limits = new HistoryLimits(in.readInt(), in.readInt());
    int size = in.readInt();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      texts.add(text(in));
    }
    int count = in.readInt();
    List<Commit> commits = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      commits.add(commit(in, texts));
    }
    return new Stored(tip, limits, commits);
  }

  private static Commit commit(DataInputStream in, List<String> texts) throws IOException {
    String id = text(in);
    int parentCount = in.readInt();
    List<String> parents = new ArrayList<>();
    for (int i = 0; i < parentCount; i++) {
      parents.add(text(in));
    }
    Instant time = Instant.ofEpochSecond(in.readLong());
    String author = texts.get(in.readInt());
    String message = text(in);
    int files = in.readInt();
    int touchCount = in.readInt();
    List<Touch> touches = new ArrayList<>();
    for (int i = 0; i < touchCount; i++) {
      byte letter = in.readByte();
      Kind kind =
          Stream.of(Kind.values())
              .filter(each -> letter(each) == letter)
              .findFirst()
              .orElseThrow(() -> new IOException("a change of no known kind"));
      touches.add(new Touch(kind, texts.get(in.readInt())));
    }
    return new Commit(id, parents, time, author, message, touches, files);
  }

  private static char letter(Kind kind) {
    return switch (kind) {
      case ADDED -> 'A';
      case CHANGED -> 'C';
      case DELETED -> 'D';
    };
  }

  private static void text(String text, DataOutputStream out) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String text(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > LONGEST_TEXT) {
      throw new IOException("a text of %d bytes".formatted(length));
    }
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new IOException("it is cut off");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
