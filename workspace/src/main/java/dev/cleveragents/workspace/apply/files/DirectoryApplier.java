package dev.cleveragents.workspace.apply.files;

import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.apply.journal.JournalDirectory;
import dev.cleveragents.workspace.apply.journal.LinkLock;
import dev.cleveragents.workspace.apply.journal.TargetApplier;
import dev.cleveragents.workspace.apply.journal.TargetRecord;
import dev.cleveragents.workspace.apply.request.ApplyRefusal;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.DirectoryTarget;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.FileMode;
import dev.cleveragents.workspace.change.FileState;
import dev.cleveragents.workspace.files.DurableFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A directory without git that a plan is applied to. */
public final class DirectoryApplier implements TargetApplier {

  private static final String SWAPS = "swaps";

  private final JournalDirectory journal;
  private final ApplyStep.Listener steps;
  private final LinkLock lock;
  private TargetRecord record;

  public DirectoryApplier(TargetRecord record, JournalDirectory journal, ApplyStep.Listener steps) {
    this.record = record;
    this.journal = journal;
    this.steps = steps;
    this.lock =
        new LinkLock(
            DurableFiles.parent(journal.path())
                .resolve(".%s.cleveragents-lock".formatted(root().getFileName())),
            journal.file("lock"));
  }

  /** Where the directory of a journal is: beside the target if that is possible, else in it. */
  public static Path directory(Path root, String journal) throws IOException {
    Path above = root.getParent();
    boolean beside =
        above != null
            && Files.isWritable(above)
            && Files.getFileStore(above).equals(Files.getFileStore(root));
    return (above != null && beside ? above : root).resolve(".cleveragents-journal-" + journal);
  }

  /** Makes everything ready; refuses what is in the way. Returns what it gets. */
  public TargetRecord prepare(DirectoryTarget target) throws IOException, ApplyRefusal {
    if (!lock.take()) {
      throw new ApplyRefusal(
          resource(),
          "another plan is being applied to it; wait until that is done, or, if none is, remove "
              + lock.place());
    }
    steps.reached(ApplyStep.LOCKED);
    List<FileSwap> swaps = swaps(target.changes());
    List<LocalConflict> overlaps = overlaps(swaps);
    if (!overlaps.isEmpty()) {
      throw new ApplyRefusal(overlaps);
    }
    for (FileSwap swap : swaps) {
      FileState after = swap.after();
      if (after != null) {
        byte[] bytes =
            target
                .contents()
                .apply(after.hash())
                .orElseThrow(
                    () ->
                        OperationException.failed(
                            "The content of %s is not stored; nothing was applied"
                                .formatted(swap.path()),
                            null));
        write(swap.path(), after, bytes);
      }
    }
    new ReplacementProbe(resource(), root(), record.place().staging()).require(swaps);
    journal.write(SWAPS, FileSwap.write(swaps));
    steps.reached(ApplyStep.STAGED);
    record = record.getting(null, swaps.stream().map(FileSwap::path).toList());
    return record;
  }

  @Override
  public List<LocalConflict> swapFiles() throws IOException {
    if (!lock.take()) {
      throw OperationException.conflict(
          "Applying to %s cannot be finished: another plan is being applied to it; wait until that is done, or, if none is, remove %s"
              .formatted(root(), lock.place()),
          null);
    }
    List<LocalConflict> kept =
        new FileSwapper(resource(), root(), record.place().staging(), steps)
            .swap(FileSwap.read(journal.read(SWAPS).orElseThrow()));
    steps.reached(ApplyStep.FILES_SWAPPED);
    return kept;
  }

  @Override
  public List<LocalConflict> finish() throws IOException {
    lock.release();
    steps.reached(ApplyStep.UNLOCKED);
    return List.of();
  }

  @Override
  public void release() throws IOException {
    lock.release();
  }

  @Override
  public boolean canUndo() {
    return true;
  }

  @Override
  public List<LocalConflict> undo() throws IOException {
    try {
      return new FileRestorer(resource(), root(), record.place().staging(), steps)
          .restore(FileSwap.read(journal.read(SWAPS).orElse("[]")));
    } finally {
      lock.release();
    }
  }

  /** One for each path: a move is a removal and a new file. */
  private static List<FileSwap> swaps(List<Change> changes) {
    Map<String, FileSwap> swaps = new LinkedHashMap<>();
    for (Change change : changes) {
      requireSafe(change.path());
      String from = change.movedFrom();
      if (from != null) {
        requireSafe(from);
        swaps.merge(from, new FileSwap(from, change.before(), null), DirectoryApplier::joined);
        swaps.merge(
            change.path(),
            new FileSwap(change.path(), null, change.after()),
            DirectoryApplier::joined);
      } else {
        swaps.merge(
            change.path(),
            new FileSwap(change.path(), change.before(), change.after()),
            DirectoryApplier::joined);
      }
    }
    return swaps.values().stream()
        .filter(it -> it.before() == null ? it.after() != null : !it.before().equals(it.after()))
        .toList();
  }

  /** Something moved away from a path to which something else came. */
  private static FileSwap joined(FileSwap one, FileSwap other) {
    return new FileSwap(
        one.path(),
        one.before() == null ? other.before() : one.before(),
        one.after() == null ? other.after() : one.after());
  }

  private static void requireSafe(String path) {
    for (String part : path.split("/", -1)) {
      if (part.isEmpty() || part.equals(".") || part.equals("..") || part.indexOf('\0') >= 0) {
        throw OperationException.invalid("Not a path inside a resource: " + path);
      }
    }
  }

  private List<LocalConflict> overlaps(List<FileSwap> swaps) throws IOException {
    Set<String> removed =
        swaps.stream()
            .filter(it -> it.after() == null)
            .map(FileSwap::path)
            .collect(Collectors.toSet());
    Obstacles obstacles = new Obstacles(resource(), root(), removed);
    List<LocalConflict> overlaps = new ArrayList<>();
    for (FileSwap swap : swaps) {
      obstacles.lookAtFolderOf(swap.path());
      if (swap.before() == null) {
        obstacles.lookFor(swap.path());
      } else if (obstacles.foldersAreFree(swap.path())
          && !PathState.at(root().resolve(swap.path())).is(swap.before())) {
        overlaps.add(
            new LocalConflict(
                resource(),
                swap.path(),
                "you have changed or deleted it since the plan began; restore it,"
                    + " or run the plan again"));
      }
    }
    overlaps.addAll(obstacles.found());
    return overlaps;
  }

  private void write(String path, FileState after, byte[] bytes) throws IOException {
    Path file = FileSwapper.fresh(record.place().staging(), path);
    Files.createDirectories(DurableFiles.parent(file));
    if (after.mode() == FileMode.SYMLINK) {
      Files.createSymbolicLink(file, Path.of(new String(bytes, StandardCharsets.UTF_8)));
      return;
    }
    Files.write(file, bytes);
    setPermissions(file, root().resolve(path), after.mode() == FileMode.EXECUTABLE);
    DurableFiles.sync(file);
    DurableFiles.sync(DurableFiles.parent(file));
  }

  /** Those of the file it replaces, or the usual ones. */
  private static void setPermissions(Path file, Path old, boolean executable) throws IOException {
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(
          file, OldAttributes.withExecution(Files.getPosixFilePermissions(file), executable));
      OldAttributes.copy(old, file);
    }
  }

  private Path root() {
    return record.place().root();
  }

  private Name resource() {
    return record.applied().resource();
  }
}
