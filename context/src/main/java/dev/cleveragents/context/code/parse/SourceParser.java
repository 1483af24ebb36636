package dev.cleveragents.context.code.parse;

import dev.cleveragents.context.code.Chunker;
import dev.cleveragents.context.code.Language;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.SourceFile;
import dev.cleveragents.context.code.SourceLines;
import dev.cleveragents.context.code.process.NativeParser;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads source files. No content makes it throw: what is too large, in no known language, or the
 * end of its parser is cut at blank lines and has no symbols. Holds nothing between calls; many may
 * call at once, each gets processes of its own.
 */
public final class SourceParser {

  /** A file with more characters is not parsed. */
  public static final int LARGEST = 1024 * 1024;

  private final NativeParser nativeParser;

  public SourceParser(NativeParser nativeParser) {
    this.nativeParser = nativeParser;
  }

  /** Whether the language of this path is read by a parser in a process of its own. */
  public static boolean needsProcess(String path) {
    return Language.of(path).hasGrammar();
  }

  /**
   * What a file holds, as far as it can be said at once in this process: Markdown, YAML, TOML and
   * SQL by their structure, everything else as text.
   */
  public static ParsedFile parseHere(SourceFile source) {
    SourceLines lines = new SourceLines(source.content());
    if (source.content().length() > LARGEST) {
      return asText(Language.of(source.path()), lines);
    }
    return switch (Language.of(source.path())) {
      case MARKDOWN -> MarkdownParser.parse(lines);
      case YAML -> KeyParser.yaml(lines);
      case TOML -> KeyParser.toml(lines);
      case SQL -> SqlParser.parse(source.content(), lines);
      default -> asText(Language.of(source.path()), lines);
    };
  }

  /**
   * What files hold, in their order. Those that {@linkplain #needsProcess need a process} share
   * one, so it is best to give many at a time.
   *
   * @throws InterruptedException if this thread was interrupted; no process is left
   * @throws dev.cleveragents.kernel.cancel.CancelledException if the token is cancelled
   */
  public List<ParsedFile> parse(List<SourceFile> sources, CancellationToken token)
      throws InterruptedException {
    List<Integer> places = new ArrayList<>();
    List<SourceFile> forProcess = new ArrayList<>();
    List<ParsedFile> parsed = new ArrayList<>();
    for (SourceFile source : sources) {
      if (needsProcess(source.path()) && source.content().length() <= LARGEST) {
        places.add(parsed.size());
        forProcess.add(source);
      }
      parsed.add(parseHere(source));
    }
    List<Optional<ParsedFile>> found = nativeParser.parse(forProcess, token);
    for (int i = 0; i < found.size(); i++) {
      int place = places.get(i);
      found.get(i).ifPresent(file -> parsed.set(place, file));
    }
    return parsed;
  }

  private static ParsedFile asText(Language language, SourceLines lines) {
    return new ParsedFile(
        language, false, List.of(), List.of(), List.of(), Chunker.chunks(lines, List.of()));
  }
}
