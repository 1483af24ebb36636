package dev.cleveragents.context.index;

import dev.cleveragents.context.index.lucene.IndexFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.index.Term;

/** Goes through all file documents of a reader. */
final class IndexCounts {

  private final StoredFiles shelf;

  IndexCounts(StoredFiles shelf) {
    this.shelf = shelf;
  }

  /** The files' paths, sorted. */
  List<String> paths() throws IOException {
    List<String> paths = new ArrayList<>();
    shelf.eachWith(
        IndexFields.SIZE, (leaf, document) -> paths.add(StoredFiles.path(leaf, document)));
    paths.sort(null);
    return paths;
  }

  /** The files with their lengths, sorted by path. */
  List<IndexSnapshot.FileSize> sizes() throws IOException {
    List<IndexSnapshot.FileSize> sizes = new ArrayList<>();
    shelf.eachWith(
        IndexFields.SIZE,
        (leaf, document) ->
            sizes.add(
                new IndexSnapshot.FileSize(
                    StoredFiles.path(leaf, document), StoredFiles.size(leaf, document))));
    sizes.sort(Comparator.comparing(IndexSnapshot.FileSize::path));
    return sizes;
  }

  /** How many bytes the files have. */
  long bytes() throws IOException {
    long[] bytes = {0};
    shelf.eachWith(
        IndexFields.SIZE, (leaf, document) -> bytes[0] += StoredFiles.size(leaf, document));
    return bytes[0];
  }

  int chunks() throws IOException {
    int[] chunks = {0};
    shelf.eachWith(IndexFields.FIRST, (leaf, document) -> chunks[0]++);
    return chunks[0];
  }

  IndexStatus.Coverage coverage() throws IOException {
    int asText = count(IndexFields.Syntax.AS_TEXT);
    int bySyntax = count(IndexFields.Syntax.BY_SYNTAX);
    int read = asText + bySyntax;
    return new IndexStatus.Coverage(read, bySyntax, read + count(IndexFields.Syntax.NOT_READ));
  }

  private int count(IndexFields.Syntax syntax) throws IOException {
    return shelf.count(new Term(IndexFields.SYNTAX, syntax.name()));
  }
}
