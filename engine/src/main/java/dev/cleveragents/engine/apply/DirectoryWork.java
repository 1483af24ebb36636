package dev.cleveragents.engine.apply;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.change.Change;
import dev.cleveragents.engine.change.FileMode;
import dev.cleveragents.engine.change.FileState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A directory without git that a plan is applied to. */
final class DirectoryWork implements TargetWork {

  private static final String SWAPS = "swaps";

  private final JournalDirectory journal;
  private final Step.Listener steps;
  private final LinkLock lock;
  private TargetRecord record;

  DirectoryWork(TargetRecord record, JournalDirectory journal, Step.Listener steps) {
    this.record = record;
    this.journal = journal;
    this.steps = steps;
    this.lock =
        new LinkLock(
            Disk.parent(journal.path())
                .resolve(".%s.cleveragents-lock".formatted(root().getFileName())),
            journal.file("lock"));
  }

  /** Where the directory of a journal is: beside the target if that is possible, else in it. */
  static Path directory(Path root, String journal) throws IOException {
    Path above = root.getParent();
    boolean beside =
        above != null
            && Files.isWritable(above)
            && Files.getFileStore(above).equals(Files.getFileStore(root));
    return (above != null && beside ? above : root).resolve(".cleveragents-journal-" + journal);
  }

  @Override
  public TargetRecord.Place place() {
    return record.place();
  }

  /** Makes everything ready; refuses what is in the way. Returns what it gets. */
  TargetRecord prepare(DirectoryTarget target) throws IOException, Refusal {
    if (!lock.take()) {
      throw new Refusal(
          resource(),
          "another plan is being applied to it; wait until that is done, or, if none is, remove "
              + lock.place());
    }
    steps.reached(Step.LOCKED);
    List<Swap> swaps = swaps(target.changes());
    List<Overlap> overlaps = overlaps(swaps);
    if (!overlaps.isEmpty()) {
      throw new Refusal(overlaps);
    }
    for (Swap swap : swaps) {
      FileState after = swap.after();
      if (after != null) {
        byte[] bytes =
            target
                .contents()
                .apply(after.hash())
                .orElseThrow(
                    () ->
                        PlanException.failed(
                            "The content of %s is not stored; nothing was applied"
                                .formatted(swap.path()),
                            null));
        write(swap.path(), after, bytes);
      }
    }
    journal.write(SWAPS, Swap.write(swaps));
    steps.reached(Step.STAGED);
    record = record.getting(null, swaps.stream().map(Swap::path).toList());
    return record;
  }

  @Override
  public List<Overlap> finish() throws IOException {
    if (!lock.take()) {
      throw PlanException.conflict(
          "Applying to %s cannot be finished: another plan is being applied to it; wait until that is done, or, if none is, remove %s"
              .formatted(root(), lock.place()),
          null);
    }
    List<Overlap> kept =
        new Swapping(resource(), root(), record.place().staging(), steps)
            .swap(Swap.read(journal.read(SWAPS).orElseThrow()));
    steps.reached(Step.FILES_SWAPPED);
    lock.release();
    steps.reached(Step.UNLOCKED);
    return kept;
  }

  @Override
  public void undo() throws IOException {
    lock.release();
  }

  /** One for each path: a move is a removal and a new file. */
  private static List<Swap> swaps(List<Change> changes) {
    Map<String, Swap> swaps = new LinkedHashMap<>();
    for (Change change : changes) {
      requireSafe(change.path());
      String from = change.movedFrom();
      if (from != null) {
        requireSafe(from);
        swaps.merge(from, new Swap(from, change.before(), null), DirectoryWork::joined);
        swaps.merge(
            change.path(), new Swap(change.path(), null, change.after()), DirectoryWork::joined);
      } else {
        swaps.merge(
            change.path(),
            new Swap(change.path(), change.before(), change.after()),
            DirectoryWork::joined);
      }
    }
    return swaps.values().stream()
        .filter(it -> it.before() == null ? it.after() != null : !it.before().equals(it.after()))
        .toList();
  }

  /** Something moved away from a path to which something else came. */
  private static Swap joined(Swap one, Swap other) {
    return new Swap(
        one.path(),
        one.before() == null ? other.before() : one.before(),
        one.after() == null ? other.after() : one.after());
  }

  private static void requireSafe(String path) {
    for (String part : path.split("/", -1)) {
      if (part.isEmpty() || part.equals(".") || part.equals("..") || part.indexOf('\0') >= 0) {
        throw PlanException.invalid("Not a path inside a resource: " + path);
      }
    }
  }

  private List<Overlap> overlaps(List<Swap> swaps) throws IOException {
    Set<String> removed =
        swaps.stream().filter(it -> it.after() == null).map(Swap::path).collect(Collectors.toSet());
    Obstacles obstacles = new Obstacles(resource(), root(), removed);
    List<Overlap> overlaps = new ArrayList<>();
    for (Swap swap : swaps) {
      obstacles.lookAtFolderOf(swap.path());
      if (swap.before() == null) {
        obstacles.lookFor(swap.path());
      } else if (obstacles.foldersAreFree(swap.path())
          && !Standing.at(root().resolve(swap.path())).is(swap.before())) {
        overlaps.add(
            new Overlap(
                resource(),
                swap.path(),
                "it is not what the plan began with: you have changed or deleted it; put it back, or run the plan again"));
      }
    }
    overlaps.addAll(obstacles.found());
    return overlaps;
  }

  private void write(String path, FileState after, byte[] bytes) throws IOException {
    Path file = Swapping.fresh(record.place().staging(), path);
    Files.createDirectories(Disk.parent(file));
    if (after.mode() == FileMode.SYMLINK) {
      Files.createSymbolicLink(file, Path.of(new String(bytes, StandardCharsets.UTF_8)));
      return;
    }
    Files.write(file, bytes);
    setPermissions(file, root().resolve(path), after.mode() == FileMode.EXECUTABLE);
    Disk.sync(file);
    Disk.sync(Disk.parent(file));
  }

  /** Those of the file it replaces, or the usual ones; who may read it may also run it. */
  private static void setPermissions(Path file, Path old, boolean executable) throws IOException {
    if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return;
    }
    Set<PosixFilePermission> permissions =
        PosixFilePermissions.fromString(PosixFilePermissions.toString(usual(old, file)));
    permissions.removeAll(
        Set.of(
            PosixFilePermission.OWNER_EXECUTE,
            PosixFilePermission.GROUP_EXECUTE,
            PosixFilePermission.OTHERS_EXECUTE));
    if (executable) {
      permissions.add(PosixFilePermission.OWNER_EXECUTE);
      if (permissions.contains(PosixFilePermission.GROUP_READ)) {
        permissions.add(PosixFilePermission.GROUP_EXECUTE);
      }
      if (permissions.contains(PosixFilePermission.OTHERS_READ)) {
        permissions.add(PosixFilePermission.OTHERS_EXECUTE);
      }
    }
    Files.setPosixFilePermissions(file, permissions);
  }

  private static Set<PosixFilePermission> usual(Path old, Path file) throws IOException {
    return Files.getPosixFilePermissions(
        Files.isRegularFile(old, LinkOption.NOFOLLOW_LINKS) ? old : file);
  }

  private Path root() {
    return record.place().root();
  }

  private Name resource() {
    return record.applied().resource();
  }
}
