package dev.cleveragents.context.code.process;

import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.ParsedFileFormat;
import dev.cleveragents.context.code.SourceFile;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

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
}
