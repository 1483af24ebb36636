package dev.cleveragents.context.index.parse;

import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.SourceFile;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.List;

/** Reads the syntax of files: the interface between the index and the parsers. */
@FunctionalInterface
public interface FileParser {

  /**
   * What is known of each, in their order. A file that cannot be read by its syntax is read as
   * text; that is no failure.
   */
  List<ParsedFile> read(List<SourceFile> files, CancellationToken token)
      throws InterruptedException;
}
