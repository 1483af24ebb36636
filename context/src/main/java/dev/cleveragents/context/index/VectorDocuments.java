package dev.cleveragents.context.index;

import java.util.List;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.util.BytesRef;

/**
 * The documents of the folder of vectors: one for each different text, with its vector, and one for
 * each file, which names the texts that are in it. A file's document is there only with the vectors
 * of all its texts.
 */
final class VectorDocuments {

  /** Raised whenever documents, keys or texts are made in another way; older ones are made new. */
  static final String FORMAT = "1";

  /** Term and binary value, on documents with a vector. */
  static final String KEY = "key";

  /** On documents with a key. */
  static final String VECTOR = "vector";

  /** Terms: the keys of a file's texts. */
  static final String HOLDS = "holds";

  /** Binary value, on documents of files. */
  static final String STAMP = "stamp";

  /** Numeric value, on documents of files: how many chunks have a vector. */
  static final String CHUNKS = "chunks";

  private VectorDocuments() {}

  static Document vector(String key, float[] vector) {
    Document document = new Document();
    document.add(new StringField(KEY, key, Field.Store.NO));
    document.add(new BinaryDocValuesField(KEY, new BytesRef(key)));
    document.add(new KnnFloatVectorField(VECTOR, vector, VectorSimilarityFunction.DOT_PRODUCT));
    return document;
  }

  static Document file(FileChunks file, List<FileChunks.Piece> pieces) {
    Document document = new Document();
    document.add(new StringField(Fields.PATH, file.path(), Field.Store.NO));
    document.add(new SortedDocValuesField(Fields.PATH, new BytesRef(file.path())));
    document.add(new BinaryDocValuesField(STAMP, new BytesRef(file.stamp())));
    document.add(new NumericDocValuesField(CHUNKS, pieces.size()));
    pieces.stream()
        .map(FileChunks.Piece::key)
        .distinct()
        .forEach(key -> document.add(new StringField(HOLDS, key, Field.Store.NO)));
    return document;
  }
}
