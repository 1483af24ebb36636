package dev.cleveragents.context.code.process;

import dev.cleveragents.context.code.FormatReader;
import dev.cleveragents.context.code.FormatWriter;
import dev.cleveragents.context.code.ParsedFileFormat;
import dev.cleveragents.context.code.SourceFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What is said between a program and its {@link ParserProcess}. Asked is once, on standard input:
 * the mark, the number of files, then path and content of each. Answered is on standard output: the
 * mark as soon as the process is ready, then for each file in order its length and, if it could be
 * parsed, that many bytes of {@link ParsedFileFormat}.
 */
final class ParserProtocol {

  /** Tells both sides that the other is of the same version. */
  static final int MARK = 0x43415030 + ParsedFileFormat.VERSION;

  /** The length of the answer for a file that could not be parsed. */
  static final int FAILED = -1;

  /** Above everything that the limits on symbols, references and their lengths allow. */
  static final int LONGEST_ANSWER = 32 * 1024 * 1024;

  private ParserProtocol() {}

  static byte[] question(List<SourceFile> files) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    FormatWriter writer = new FormatWriter(out);
    writer.fixed(MARK);
    writer.number(files.size());
    for (SourceFile file : files) {
      writer.text(file.path());
      writer.text(file.content());
    }
    return out.toByteArray();
  }

  static List<SourceFile> readQuestion(byte[] question) throws IOException {
    FormatReader reader = new FormatReader(question);
    if (reader.fixed() != MARK) {
      throw new IOException("Asked by another version of this program");
    }
    int count = reader.count();
    List<SourceFile> files = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      files.add(new SourceFile(reader.text(), reader.text()));
    }
    reader.end();
    return files;
  }

  static void writeMark(OutputStream out) throws IOException {
    write(out, MARK, new byte[0]);
  }

  static void writeAnswer(OutputStream out, byte[] answer) throws IOException {
    write(out, answer.length, answer);
  }

  static void writeFailure(OutputStream out) throws IOException {
    write(out, FAILED, new byte[0]);
  }

  private static void write(OutputStream out, int number, byte[] answer) throws IOException {
    out.write(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
    out.write(answer);
    out.flush();
  }
}
