package dev.cleveragents.context.index;

import dev.cleveragents.context.index.lucene.CommitData;
import dev.cleveragents.context.index.tree.ParallelWork;
import dev.cleveragents.context.index.tree.SourceTree;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.document.Document;

/**
 * Brings the text of a tree into an index that is open for writing.
 *
 * <p>Readers see the tree that was published before until all of this one is there. On the way, the
 * work is written down in steps as unfinished commits; after a kill, a cancel or a failure the next
 * update compares the tree with what the last step has, so that it continues from there, also to
 * another tree and under other rules.
 */
final class TextUpdate {

  private static final int PIECE_FILES = 256;

  private final OpenIndexWriter writing;
  private final IndexSettings settings;
  private final ParallelWork workers;
  private final Progress progress;
  private final Map<String, String> changedMeanwhile = new ConcurrentHashMap<>();

  TextUpdate(
      OpenIndexWriter writing, IndexSettings settings, ParallelWork workers, Progress progress) {
    this.writing = writing;
    this.settings = settings;
    this.workers = workers;
    this.progress = progress;
  }

  /** Does it; the generation is raised only if there was something to do. */
  UpdateResult bring(SourceTree tree, CancellationToken token)
      throws IOException, InterruptedException {
    progress.at(Progress.Phase.LISTING, 0, 0);
    TreeChanges changes = changes(tree, token);
    CommitData before = writing.before();
    String rules = settings.rules().fingerprint();
    if (changes.isEmpty()
        && before.complete()
        && before.tree().equals(changes.tree())
        && before.rules().equals(rules)) {
      return new UpdateResult(
          UpdateResult.Outcome.UNCHANGED, before.generation(), 0, 0, Optional.empty());
    }
    if (changes.write().size() < settings.stepFiles()) {
      // A caller waits for these few; the syntax update that follows merges.
      writing.mergeLess();
    }
    fill(tree, changes, token);
    token.throwIfCancelled();
    long generation = writing.publish(changes.treeWith(changedMeanwhile), rules);
    int total = changes.write().size();
    progress.at(Progress.Phase.PUBLISHED, total, total);
    return new UpdateResult(
        UpdateResult.Outcome.UPDATED, generation, total, changes.remove().size(), Optional.empty());
  }

  private TreeChanges changes(SourceTree tree, CancellationToken token)
      throws IOException, InterruptedException {
    CommitData before = writing.before();
    IndexRules rules = settings.rules();
    Optional<String> id = tree.knownId();
    if (id.isPresent()
        && before.complete()
        && before.rules().equals(rules.fingerprint())
        && !writing.lacksObjects()) {
      Optional<SourceTree.Difference> difference = tree.since(before.tree(), token);
      if (difference.isPresent()) {
        return TreeChanges.of(id.get(), difference.get());
      }
    }
    return writing.compare(tree.list(rules.largest(), token), rules);
  }

  private void fill(SourceTree tree, TreeChanges changes, CancellationToken token)
      throws IOException, InterruptedException {
    writing.remove(changes.remove());
    int total = changes.write().size();
    progress.at(Progress.Phase.TEXT, 0, total);
    int[] done = {0, 0};
    workers.each(
        pieces(changes.write()),
        (piece, each) -> write(tree, changes, piece, each),
        piece -> {
          done[0] += piece.size();
          done[1] += piece.size();
          if (done[1] >= settings.stepFiles() && done[0] < total) {
            done[1] = 0;
            writing.step(changes.tree(), settings.rules().fingerprint());
          }
          progress.at(Progress.Phase.TEXT, done[0], total);
        },
        writing::close,
        token);
    writing.flush(workers, token);
  }

  /** Pieces of a bounded number of files and bytes. */
  private List<List<SourceTree.Entry>> pieces(List<SourceTree.Entry> entries) {
    List<List<SourceTree.Entry>> pieces = new ArrayList<>();
    List<SourceTree.Entry> piece = new ArrayList<>();
    long bytes = 0;
    int most = Math.min(PIECE_FILES, settings.stepFiles());
    for (SourceTree.Entry entry : entries) {
      long size = isRead(entry) ? entry.size() : 0;
      if (piece.size() == most || (bytes + size > SourceTree.MOST_AT_ONCE && !piece.isEmpty())) {
        pieces.add(piece);
        piece = new ArrayList<>();
        bytes = 0;
      }
      piece.add(entry);
      bytes += size;
    }
    if (!piece.isEmpty()) {
      pieces.add(piece);
    }
    return pieces;
  }

  private boolean isRead(SourceTree.Entry entry) {
    return IndexFilter.refusal(entry, settings.rules()).isEmpty();
  }

  private void write(
      SourceTree tree, TreeChanges changes, List<SourceTree.Entry> piece, CancellationToken token)
      throws IOException, InterruptedException {
    Iterator<Optional<SourceTree.Content>> contents =
        tree.read(piece.stream().filter(this::isRead).toList(), token).iterator();
    for (SourceTree.Entry entry : piece) {
      token.throwIfCancelled();
      Optional<SourceTree.Content> content = isRead(entry) ? contents.next() : Optional.empty();
      content
          .filter(read -> !read.hash().equals(entry.hash()))
          .ifPresent(read -> changedMeanwhile.put(entry.path(), read.hash()));
      List<Document> documents = documents(entry, content);
      if (changes.mayHave(entry.path())) {
        writing.replace(entry.path(), documents);
      } else {
        writing.add(documents);
      }
    }
  }

  private List<Document> documents(SourceTree.Entry entry, Optional<SourceTree.Content> content) {
    String path = entry.path();
    if (content.isEmpty()) {
      SkipReason why = IndexFilter.refusal(entry, settings.rules()).orElse(SkipReason.UNREADABLE);
      return List.of(DocumentFactory.skipped(path, entry.hash(), why));
    }
    SourceTree.Content read = content.get();
    return switch (IndexFilter.of(entry, read.bytes(), settings.rules())) {
      case IndexFilter.Text(String text) ->
          DocumentFactory.of(new DocumentFactory.TextFile(path, read, text, Optional.empty()));
      case IndexFilter.Refused(SkipReason why) ->
          List.of(DocumentFactory.skipped(path, read.hash(), why));
    };
  }
}
