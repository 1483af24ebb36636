package dev.cleveragents.workspace.apply.git;

import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.apply.files.ReplacementProbe;
import dev.cleveragents.workspace.apply.files.WriteAdvice;
import dev.cleveragents.workspace.apply.request.ApplyRefusal;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds files and folders of a git directory that the system will not let an apply write, and files
 * of the user where it needs folders. Changes nothing.
 */
final class GitDirectoryProbe {

  private final List<String> found = new ArrayList<>();

  /** Looks whether the journals of an apply can be kept in a git directory. */
  static void requireJournals(Name resource, Path gitDir) throws ApplyRefusal {
    GitDirectoryProbe probe = new GitDirectoryProbe();
    Path journals = GitApplier.journals(gitDir);
    if (Files.isDirectory(journals, LinkOption.NOFOLLOW_LINKS)) {
      probe.writable(journals);
    } else if (Files.exists(journals, LinkOption.NOFOLLOW_LINKS)) {
      probe.found.add(
          "%s is %s of yours, and apply needs a folder of that name; move it away with 'mv %s %s.mine'"
              .formatted(
                  journals,
                  Files.isSymbolicLink(journals) ? "a link" : "a file",
                  journals,
                  journals));
    }
    probe.writable(gitDir);
    if (!probe.found.isEmpty()) {
      throw new ApplyRefusal(resource, String.join("; ", probe.found));
    }
  }

  /**
   * Looks whether files can be replaced; those that are missing can be, if their folder allows it.
   *
   * @param journal a folder of ours on the same file system
   */
  GitDirectoryProbe replaceable(Path journal, List<Path> files) throws IOException {
    try (ReplacementProbe.Trap trap = ReplacementProbe.Trap.in(journal)) {
      for (Path file : files) {
        if (Files.isSymbolicLink(file)) {
          found.add(
              "%s is a link, and apply would replace it; put the file itself there with 'cp --remove-destination %s %s'"
                  .formatted(file, file.toRealPath(), file));
        } else if (!Files.isDirectory(file)) {
          trap.refusal(file).ifPresent(found::add);
        }
        writable(nearestFolder(file));
      }
    }
    return this;
  }

  /** Looks whether logs can be appended to or, where they are missing, made. */
  GitDirectoryProbe appendable(List<Path> logs) {
    for (Path log : logs) {
      if (!Files.exists(log)) {
        writable(nearestFolder(log));
        continue;
      }
      try (FileChannel _ = FileChannel.open(log, StandardOpenOption.WRITE)) {
        // Opening it is the question.
      } catch (FileSystemException e) {
        found.add(WriteAdvice.unwritable(log, e));
      } catch (IOException e) {
        found.add("%s cannot be written: %s".formatted(log, e.getMessage()));
      }
    }
    return this;
  }

  /** What was found, in words for the user. */
  List<String> found() {
    return List.copyOf(found);
  }

  private void writable(Path folder) {
    if (!Files.isDirectory(folder)) {
      found.add(
          "%s is not a folder, and git needs one there; move it away with 'mv %s %s.mine'"
              .formatted(folder, folder, folder));
    } else if (!Files.isWritable(folder) || !Files.isExecutable(folder)) {
      String why = WriteAdvice.unwritable(folder);
      if (!found.contains(why)) {
        found.add(why);
      }
    }
  }

  /** The folder that a file is or would be made in: the closest one above it that is there. */
  private static Path nearestFolder(Path file) {
    Path folder = file.getParent();
    while (folder != null && !Files.exists(folder)) {
      folder = folder.getParent();
    }
    return folder == null ? file : folder;
  }
}
