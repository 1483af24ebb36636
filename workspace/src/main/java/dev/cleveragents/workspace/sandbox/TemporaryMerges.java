package dev.cleveragents.workspace.sandbox;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.files.Deletion;
import dev.cleveragents.workspace.files.MakerProcess;
import dev.cleveragents.workspace.merge.MergeRepository;
import dev.cleveragents.workspace.resource.Resource;
import java.io.IOException;
import java.nio.file.Path;

/** Repositories that borrow the objects of a resource for one merge, and are gone afterwards. */
public final class TemporaryMerges {

  private final SandboxManager sandboxes;
  private final Path folder;

  TemporaryMerges(SandboxManager sandboxes, Path folder) {
    this.sandboxes = sandboxes;
    this.folder = folder;
  }

  /** Merges in a repository. */
  public interface Work<T> {
    T with(MergeRepository repository) throws IOException, InterruptedException;
  }

  /** Merges results of a resource. */
  public <T> T in(Resource resource, Work<T> work, CancellationToken token)
      throws InterruptedException {
    Path place = folder.resolve(MakerProcess.nameFor("merge") + UlidGenerator.system().next());
    try {
      try {
        return work.with(MergeRepository.open(place, sandboxes.repositoryOf(resource), token));
      } finally {
        Deletion.of(place);
      }
    } catch (IOException e) {
      throw OperationException.failed(
          "Cannot merge results of %s: %s".formatted(resource.name().forPeople(), e), e);
    }
  }
}
