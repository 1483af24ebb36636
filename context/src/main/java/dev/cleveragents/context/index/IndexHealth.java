package dev.cleveragents.context.index;

import dev.cleveragents.context.index.lucene.CommitData;
import dev.cleveragents.context.index.lucene.IndexFolder;
import dev.cleveragents.kernel.time.TimeSource;
import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.index.IndexCommit;

/** Whether a folder can be used as it is, and how it is made new if not. */
final class IndexHealth {

  private final IndexFolder folder;
  private final PublishedState published;
  private final TimeSource time;

  IndexHealth(IndexFolder folder, PublishedState published, TimeSource time) {
    this.folder = folder;
    this.published = published;
    this.time = time;
  }

  /** Why the folder cannot be used as it is. */
  Optional<String> trouble() throws IOException {
    try {
      Optional<CommitData> last = last();
      if (last.isPresent() && !last.get().isOfThisFormat()) {
        return Optional.of("it was written in another format");
      }
      published.acquire().reader().decRef();
      return Optional.empty();
    } catch (IOException e) {
      return orThrow(e);
    }
  }

  /** Whether an update has begun and not finished. */
  boolean unfinished() throws IOException {
    return trouble().isEmpty() && !last().map(CommitData::complete).orElse(true);
  }

  /**
   * What a folder that is made new begins with: the number it was at, or 0 if it is empty. Where
   * the number cannot be read any more, the seconds since 1970, which no counting reaches.
   */
  CommitData seed() throws IOException {
    try {
      return CommitData.at(last().map(CommitData::generation).orElse(0L));
    } catch (IOException e) {
      orThrow(e);
      return CommitData.at(time.wallTime().getEpochSecond());
    }
  }

  /** Deletes everything; says whether it could, which it cannot while another process writes. */
  boolean wipe() throws IOException {
    published.close();
    return folder.wipe();
  }

  /** Why the folder cannot be used, if that is what went wrong; otherwise throws it on. */
  static Optional<String> orThrow(IOException e) throws IOException {
    Optional<String> damage = IndexFolder.damage(e);
    if (damage.isEmpty()) {
      throw e;
    }
    return damage;
  }

  private Optional<CommitData> last() throws IOException {
    Optional<IndexCommit> last = folder.last();
    return last.isPresent() ? Optional.of(CommitData.of(last.get())) : Optional.empty();
  }
}
