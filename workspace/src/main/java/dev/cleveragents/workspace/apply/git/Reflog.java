package dev.cleveragents.workspace.apply.git;

import dev.cleveragents.workspace.apply.journal.JournalDirectory;
import dev.cleveragents.workspace.files.DurableFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Git's log of where a branch was, for a move that git does not make itself. A line is there once,
 * however often it is appended on behalf of one journal.
 */
record Reflog(GitCalls git, JournalDirectory journal) {

  private static final String LINE = "reflog";
  private static final Set<String> OFF = Set.of("false", "no", "off", "0");

  /** Appends to those that there are, and, if the user wants such logs, to new ones. */
  void append(List<Path> logs, String from, String to, String message)
      throws IOException, InterruptedException {
    if (journal.read(LINE).isEmpty()) {
      journal.write(LINE, "%s %s %s\t%s\n".formatted(from, to, committer(), message));
    }
    byte[] line = journal.read(LINE).orElseThrow().getBytes(StandardCharsets.UTF_8);
    for (Path log : appended(logs)) {
      if (!endsWith(log, line)) {
        Files.createDirectories(DurableFiles.parent(log));
        append(log, line);
      }
    }
  }

  /** Those of some logs that a line is appended to. */
  List<Path> appended(List<Path> logs) throws InterruptedException {
    List<Path> appended = new ArrayList<>();
    for (Path log : logs) {
      if (Files.exists(log) || newLogsAreWanted()) {
        appended.add(log);
      }
    }
    return appended;
  }

  private boolean newLogsAreWanted() throws InterruptedException {
    String setting = git.ask("config", "core.logAllRefUpdates").text();
    return !OFF.contains(setting.toLowerCase(Locale.ROOT));
  }

  /** Appends all of a line or, on a full disk, nothing: half of one git could not read. */
  private static void append(Path log, byte[] line) throws IOException {
    try (FileChannel file =
        FileChannel.open(log, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      long size = file.size();
      try {
        for (ByteBuffer rest = ByteBuffer.wrap(line); rest.hasRemaining(); ) {
          file.write(rest, size + rest.position());
        }
      } catch (IOException e) {
        file.truncate(size);
        throw e;
      }
    }
  }

  private String committer() throws InterruptedException {
    var known = git.ask("var", "GIT_COMMITTER_IDENT");
    return known.succeeded()
        ? known.text()
        : CommitFactory.asOurselves(git).run("var", "GIT_COMMITTER_IDENT").text();
  }

  private static boolean endsWith(Path log, byte[] line) throws IOException {
    if (!Files.exists(log) || Files.size(log) < line.length) {
      return false;
    }
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      byte[] last = new byte[line.length];
      file.seek(file.length() - line.length);
      file.readFully(last);
      return Arrays.equals(last, line);
    }
  }
}
