package dev.cleveragents.context.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.index.Term;

/** Goes through all file documents of a reader. */
final class Counts {

  private final Shelf shelf;

  Counts(Shelf shelf) {
    this.shelf = shelf;
  }

  /** The files' paths, sorted. */
  List<String> paths() throws IOException {
    List<String> paths = new ArrayList<>();
    shelf.eachWith(Fields.SIZE, (leaf, document) -> paths.add(Shelf.path(leaf, document)));
    paths.sort(null);
    return paths;
  }

  /** The files with their lengths, sorted by path. */
  List<IndexSnapshot.FileSize> sizes() throws IOException {
    List<IndexSnapshot.FileSize> sizes = new ArrayList<>();
    shelf.eachWith(
        Fields.SIZE,
        (leaf, document) ->
            sizes.add(
                new IndexSnapshot.FileSize(
                    Shelf.path(leaf, document), Shelf.size(leaf, document))));
    sizes.sort(Comparator.comparing(IndexSnapshot.FileSize::path));
    return sizes;
  }

  /** How many bytes the files have. */
  long bytes() throws IOException {
    long[] bytes = {0};
    shelf.eachWith(Fields.SIZE, (leaf, document) -> bytes[0] += Shelf.size(leaf, document));
    return bytes[0];
  }

  int chunks() throws IOException {
    int[] chunks = {0};
    shelf.eachWith(Fields.FIRST, (leaf, document) -> chunks[0]++);
    return chunks[0];
  }

  IndexStatus.Coverage coverage() throws IOException {
    int asText = count(Fields.Syntax.AS_TEXT);
    int bySyntax = count(Fields.Syntax.BY_SYNTAX);
    int read = asText + bySyntax;
    return new IndexStatus.Coverage(read, bySyntax, read + count(Fields.Syntax.NOT_READ));
  }

  private int count(Fields.Syntax syntax) throws IOException {
    return shelf.count(new Term(Fields.SYNTAX, syntax.name()));
  }
}
