package dev.cleveragents.workspace.recovery;

import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.file.Path;
import java.util.List;

/** The repositories in which owners of sandboxes work, as far as the store knows them. */
public interface OwnedRepositories {

  /** Those of users, and those that this system keeps of plain directories. */
  List<OwnedRepository> all(CancellationToken token) throws InterruptedException;

  /** The repositories that this system keeps of plain directories. */
  List<Path> ofDirectories();

  /** Whether a worker may work for that owner, or the store does not know the owner. */
  boolean mayBeInUse(String owner);
}
