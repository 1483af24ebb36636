package dev.cleveragents.context.index.lucene;

import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Keeps Lucene from telling every person who searches that it would be a little faster with a Java
 * module that is not final. Holds the logger, which would otherwise be collected and lose its
 * level.
 */
public final class LuceneLog {

  private static final Logger VECTORS =
      Logger.getLogger("org.apache.lucene.internal.vectorization.VectorizationProvider");

  private LuceneLog() {}

  public static void hush() {
    VECTORS.setLevel(Level.SEVERE);
  }
}
