package dev.cleveragents.context.index.tree;

import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.List;
import java.util.Optional;

/**
 * What there is to index: a tree of a git repository, or a folder. Paths are relative, with forward
 * slashes. The content hash decides whether a file has changed; no time stamp does.
 *
 * <p>Every method throws {@link FolderTree.UnreadableFolderException} or git's own exception if it
 * cannot look.
 */
public sealed interface SourceTree permits GitTree, FolderTree {

  /** What an entry is. */
  enum Kind {
    FILE,
    LINK,
    MODULE,
    SPECIAL,
    IGNORED,
    PROTECTED_FOLDER,
    ABSENT,
    UNREADABLE
  }

  /**
   * Something in the tree.
   *
   * @param path where it is
   * @param hash of a file's content; of anything else, and of a file above the size limit, a text
   *     that changes at least when its kind or size does
   * @param size in bytes; 0 if it has none
   * @param kind what it is
   */
  record Entry(String path, String hash, long size, Kind kind) {}

  /**
   * Everything in the tree, sorted by path.
   *
   * @param id equal for equal trees, different for different ones
   */
  record Listing(String id, List<Entry> entries) {

    /** Takes a copy. */
    public Listing {
      entries = List.copyOf(entries);
    }
  }

  /**
   * What differs from an earlier tree.
   *
   * @param there what is new or has changed, sorted by path
   * @param gone paths that are no longer there
   */
  record Difference(List<Entry> there, List<String> gone) {

    /** Takes copies. */
    public Difference {
      there = List.copyOf(there);
      gone = List.copyOf(gone);
    }
  }

  /** What {@link Listing#id} would be, where that is known without looking at every file. */
  Optional<String> knownId();

  /**
   * Lists everything.
   *
   * @param largest a file above this many bytes is listed, but its content is not looked at
   */
  Listing list(long largest, CancellationToken token) throws InterruptedException;

  /** What differs from the tree with this id, where that can be told without listing everything. */
  Optional<Difference> since(String id, CancellationToken token) throws InterruptedException;

  /**
   * The content of these files, in their order; nothing for one that cannot be read any more. They
   * must not have more than {@link #MOST_AT_ONCE} bytes in all, unless it is one.
   */
  List<Optional<Content>> read(List<Entry> files, CancellationToken token)
      throws InterruptedException;

  /** How many bytes are asked for at once. */
  int MOST_AT_ONCE = 8 * 1024 * 1024;

  /**
   * A file's bytes, with the hash of exactly these bytes: a file in a folder may have changed since
   * it was listed.
   */
  @SuppressWarnings("ArrayRecordComponent") // Read once by the indexer, never compared.
  record Content(byte[] bytes, String hash) {}
}
