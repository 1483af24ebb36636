package dev.cleveragents.workspace.sandbox;

import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.store.Database;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.files.Deletion;
import dev.cleveragents.workspace.files.MakerProcess;
import dev.cleveragents.workspace.files.MountedException;
import dev.cleveragents.workspace.sandbox.store.SandboxId;
import dev.cleveragents.workspace.sandbox.store.SandboxManifest;
import dev.cleveragents.workspace.sandbox.store.SandboxRecord;
import dev.cleveragents.workspace.sandbox.store.SandboxRows;
import dev.cleveragents.workspace.sandbox.store.SandboxState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All sandboxes of a store, as recovery and reports see them: which there are, and how to retire
 * and remove those that their owners have left. Holds no state.
 */
public final class SandboxInventory {

  private static final Logger log = LoggerFactory.getLogger(SandboxInventory.class);

  /** How the name of a directory begins while it is removed; the rest says by whom. */
  public static final String REMOVING = "removing";

  private final Database database;
  private final CommandRunner runner;
  private final Path sandboxes;

  SandboxInventory(Database database, CommandRunner runner, Path sandboxes) {
    this.database = database;
    this.runner = runner;
    this.sandboxes = sandboxes;
  }

  /** Where all directories of sandboxes are. */
  public Path directory() {
    return sandboxes;
  }

  /** All that are not removed, the first one first. */
  public List<SandboxRecord> all() {
    return database.read(transaction -> new SandboxRows(transaction).all());
  }

  /** The ids that a person may mean by a part of one, at most {@code limit}. */
  public List<SandboxId> meantBy(String idOrPart, int limit) {
    if (!idOrPart.matches("[0-9A-Za-z]{4,26}")) {
      return List.of();
    }
    String part = idOrPart.toUpperCase(Locale.ROOT);
    return database.read(transaction -> new SandboxRows(transaction).withIdPart(part, limit));
  }

  /** The contents of a sandbox's directory; reading them changes nothing. */
  public SandboxContents contents(SandboxRecord row) {
    return new SandboxContents(new Git(runner, row.directory()), row);
  }

  /**
   * Marks a sandbox whose owner died as no longer in use; nothing happens to one of which that is
   * known. The caller has made sure that its lease is over, which it stays.
   */
  public void retire(SandboxRecord row) {
    if (row.state().mayBecome(SandboxState.ERRORED)) {
      Instant now = database.clock().now();
      database.write(
          transaction ->
              new SandboxRows(transaction).move(row.id(), row.state(), SandboxState.ERRORED, now));
    }
  }

  /**
   * Removes a directory that no row names and that the caller has found to hold nothing.
   *
   * @throws OperationException if it is not ours, or a row names it by now
   */
  public void discard(SandboxManifest manifest) {
    Path directory = manifest.record().directory();
    boolean named = all().stream().anyMatch(row -> row.directory().equals(directory));
    if (named || !directory.startsWith(sandboxes)) {
      throw OperationException.conflict(
          directory + " is not an unregistered sandbox directory", null);
    }
    discard(manifest.record());
  }

  /** Removes the folder of a plan that makes no more sandboxes, unless some are left in it. */
  public void removeEmptyFolder(PlanId plan) {
    Path folder = sandboxes.resolve(plan.toString());
    try {
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      log.debug("{} stays", folder, e);
    }
  }

  /** Renames first: a directory that is half removed would look like work that deleted files. */
  static void discard(SandboxRecord row) {
    Path directory = row.directory();
    Path doomed = directory.resolveSibling(MakerProcess.nameFor(REMOVING) + row.id());
    try {
      Deletion.requireNoMount(directory);
      if (Files.exists(directory)) {
        Files.move(directory, doomed, StandardCopyOption.ATOMIC_MOVE);
      }
      Deletion.of(doomed);
    } catch (NoSuchFileException e) {
      log.debug("{} was removed by another process at the same moment", directory, e);
    } catch (MountedException e) {
      throw e.refusal("Sandbox %s cannot be removed".formatted(row.id()));
    } catch (IOException e) {
      throw OperationException.failed("%s cannot be removed: %s".formatted(directory, e), e);
    }
  }
}
