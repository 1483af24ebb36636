package dev.cleveragents.exec;

import dev.cleveragents.kernel.job.ProcessIdentity;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The standard input of a program, as a file that is removed as soon as the program has it open.
 * Its name says which process made it, so that one that was killed in between leaves nothing that
 * no later process can safely remove.
 */
final class InputFile {

  private static final String NAME = "cleveragents-input@";
  private static final int PIECE = 64 * 1024;
  private static final Pattern MADE_BY =
      Pattern.compile(NAME + "(\\d{1,18})_(-|\\d{1,18})_([^@]+)_([^@]+)@.*");

  private InputFile() {}

  static Path make(ByteBuffer bytes) throws IOException {
    Duration after = ProcessIdentity.current("").startedAfter();
    Path file =
        Files.createTempFile(
            "%s%d_%s_%s_%s@"
                .formatted(
                    NAME,
                    ProcessHandle.current().pid(),
                    after == null ? "-" : after.toNanos(),
                    boot(),
                    namespace()),
            ".in");
    // Not by a channel, which an interrupt would close.
    try (OutputStream out = Files.newOutputStream(file)) {
      byte[] piece = new byte[Math.min(bytes.remaining(), PIECE)];
      while (bytes.hasRemaining()) {
        int length = Math.min(bytes.remaining(), piece.length);
        bytes.get(piece, 0, length);
        out.write(piece, 0, length);
      }
      return file;
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw e;
    }
  }

  /** Those in a folder whose maker is certainly gone. */
  static List<Path> left(Path folder) throws IOException {
    List<Path> left = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, NAME + "*")) {
      for (Path file : files) {
        Matcher maker = MADE_BY.matcher(file.getFileName().toString());
        if (maker.matches() && isGone(maker)) {
          left.add(file);
        }
      }
    }
    return left;
  }

  /** Ended, or of an earlier start of this machine; one that we cannot see may live. */
  private static boolean isGone(Matcher maker) {
    if (!maker.group(3).equals(boot())) {
      return true;
    }
    @Nullable Duration after =
        maker.group(2).equals("-") ? null : Duration.ofNanos(Long.parseLong(maker.group(2)));
    return maker.group(4).equals(namespace())
        && new ProcessIdentity("", Long.parseLong(maker.group(1)), after).isGoneFrom("");
  }

  private static String boot() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
    } catch (IOException e) {
      return "-";
    }
  }

  /** Within which a process id means the same process. */
  private static String namespace() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString().replaceAll("\\D", "");
    } catch (IOException e) {
      return "-";
    }
  }
}
