package dev.cleveragents.cli;

import dev.cleveragents.cli.output.AnswerRenderer.Rendered;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** The three streams of the process, in UTF-8 whatever the locale. */
final class Streams {

  private static final String READER_HAS_GONE = "Broken pipe";

  private final InputStream in;
  private final OutputStream out;
  private final OutputStream err;
  private volatile boolean inputEnded;

  Streams(OutputStream out, OutputStream err) {
    this(InputStream.nullInputStream(), out, err);
  }

  Streams(InputStream in, OutputStream out, OutputStream err) {
    this.in = in;
    this.out = out;
    this.err = err;
  }

  static Streams ofThisProcess() {
    return new Streams(
        new FileInputStream(FileDescriptor.in),
        new FileOutputStream(FileDescriptor.out),
        new FileOutputStream(FileDescriptor.err));
  }

  /**
   * Writes both texts. A reader that closes early, as in {@code agents info | head -1}, is no
   * error.
   *
   * @throws IOException if standard output cannot be written for another reason, such as a full
   *     disk
   */
  void write(Rendered rendered) throws IOException {
    complain(rendered.err());
    try {
      out.write(rendered.out().getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      if (!READER_HAS_GONE.equals(e.getMessage())) {
        throw e;
      }
    }
  }

  /**
   * Writes to standard output while a command runs; from any thread. A failure is ignored here:
   * writing the answer at the end reports it.
   */
  void tell(String text) {
    try {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      return;
    }
  }

  /** Asks on standard error and reads one line; empty at the end of the input. */
  String ask(String question) {
    complain(question);
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try {
      int b = in.read();
      while (b >= 0 && b != '\n') {
        line.write(b);
        b = in.read();
      }
      inputEnded = b < 0;
    } catch (IOException e) {
      return "";
    }
    return line.toString(StandardCharsets.UTF_8).strip();
  }

  /** Whether {@link #ask} has met the end of the input, so that further answers are empty. */
  boolean inputEnded() {
    return inputEnded;
  }

  /** Writes to standard error; a failure cannot be reported and is ignored. */
  void complain(String text) {
    try {
      err.write(text.getBytes(StandardCharsets.UTF_8));
      err.flush();
    } catch (IOException e) {
      return;
    }
  }
}
