package dev.cleveragents.context.code.process;

import dev.cleveragents.context.code.Language;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.ParsedFileFormat;
import dev.cleveragents.context.code.SourceFile;
import dev.cleveragents.context.code.SourceLines;
import dev.cleveragents.context.code.syntax.EmbeddedElements;
import dev.cleveragents.context.code.syntax.SyntaxTreeReader;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * The process in which native parsers run, so that a crash of theirs ends nothing else. It reads
 * files from standard input and writes what they hold to standard output, one after another, each
 * as soon as it is parsed: what was written is not lost, whatever comes next. Started by {@link
 * NativeParser}; see {@link ParserProtocol}.
 */
final class ParserProcess {

  private ParserProcess() {}

  /** Parses one file; may throw, and may end the process. */
  interface FileParser {
    ParsedFile parse(SourceFile source);
  }

  /** Serves one question. */
  public static void main(String[] arguments) throws IOException {
    serveStandardStreams(new SyntaxParser());
  }

  /** Serves one question on the streams of this process. */
  static void serveStandardStreams(FileParser parser) throws IOException {
    try (InputStream in = new FileInputStream(FileDescriptor.in);
        OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out))) {
      serve(in, out, parser);
    }
  }

  private static void serve(InputStream in, OutputStream out, FileParser parser)
      throws IOException {
    List<SourceFile> files = ParserProtocol.readQuestion(in.readAllBytes());
    ParserProtocol.writeMark(out);
    for (SourceFile file : files) {
      byte[] answer;
      try {
        answer = ParsedFileFormat.write(parser.parse(file));
      } catch (RuntimeException | StackOverflowError | LinkageError _) {
        ParserProtocol.writeFailure(out);
        continue;
      }
      ParserProtocol.writeAnswer(out, answer);
    }
  }

  /** Parses files with the native grammars. */
  private static final class SyntaxParser implements FileParser {

    private final TreeSitter treeSitter = new TreeSitter();

    @Override
    public ParsedFile parse(SourceFile source) {
      Language language = Language.of(source.path());
      byte[] text = source.content().getBytes(StandardCharsets.UTF_8);
      SourceLines lines = new SourceLines(source.content());
      if (!source.path().toLowerCase(Locale.ROOT).endsWith(".tsx")) {
        return read(language, text, lines);
      }
      // There is no grammar for this mixture: one finds the elements, the other reads the rest.
      EmbeddedElements elements = EmbeddedElements.in(treeSitter.parse(Language.JAVASCRIPT, text));
      return elements.addTo(read(language, elements.blankedOut(), lines));
    }

    private ParsedFile read(Language language, byte[] text, SourceLines lines) {
      return SyntaxTreeReader.read(treeSitter.parse(language, text), language, lines);
    }
  }
}
