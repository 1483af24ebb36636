package dev.cleveragents.context.index.lucene;

import dev.cleveragents.context.code.ParsedFileFormat;
import java.util.List;

/**
 * The fields of the index. There is one document for each file, one for each chunk of it, and one
 * for each thing that was skipped; all that come from one path have it in {@link #PATH}, and are
 * written and deleted together.
 */
public final class IndexFields {

  /** Raised whenever documents or words are made in another way. */
  private static final int DOCUMENTS = 4;

  /** Of documents and of what parsers find: an index of another one is made new. */
  static final int FORMAT = DOCUMENTS * 1_000 + ParsedFileFormat.VERSION;

  /** Term and sorted value, on every document. */
  public static final String PATH = "path";

  /** Term: the path, on file documents only. */
  public static final String FILE = "file";

  /** Term: the reason, on skip documents only. */
  public static final String SKIP = "skip";

  /** Binary value, on file and skip documents. */
  public static final String HASH = "hash";

  /** Numeric value, on file documents. */
  public static final String SIZE = "size";

  /** Term, on file documents: one of {@link Syntax}. */
  public static final String SYNTAX = "syntax";

  /** Stored, on file documents: the file's bytes. */
  public static final String TEXT = "text";

  /** Stored, on file documents read by their syntax. */
  public static final String PARSED = "parsed";

  /** Terms, on file documents. */
  public static final String DEFINES = "defines";

  /** Terms, on file documents. */
  public static final String REFERS = "refers";

  /** Binary value, on chunk documents. */
  public static final String SYMBOL = "symbol";

  /** Numeric values, on chunk documents. */
  public static final String FIRST = "first";

  public static final String LAST = "last";

  /** Words, of chunk documents; on the others the field is empty. */
  public static final String BODY = "body";

  public static final String PATH_WORDS = "path_words";

  public static final String NAMES = "names";

  /** Those that are searched. */
  public static final List<String> SEARCHED = List.of(BODY, PATH_WORDS, NAMES);

  /** What is known of a file's syntax. */
  public enum Syntax {
    NOT_READ,
    AS_TEXT,
    BY_SYNTAX
  }

  private IndexFields() {}

  /** Numeric value: how many words a searched field of the document has; not there if none. */
  public static String lengthOf(String field) {
    return field + "_length";
  }
}
