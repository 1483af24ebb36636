package dev.cleveragents.cli;

import dev.cleveragents.cli.output.Renderer.Rendered;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Standard output and standard error, in UTF-8 whatever the locale. */
final class Streams {

  private static final String READER_HAS_GONE = "Broken pipe";

  private final OutputStream out;
  private final OutputStream err;

  Streams(OutputStream out, OutputStream err) {
    this.out = out;
    this.err = err;
  }

  static Streams ofThisProcess() {
    return new Streams(
        new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err));
  }

  /**
   * Writes both texts. A reader that has seen enough, as in {@code agents info | head -1}, is no
   * error.
   *
   * @throws IOException if standard output takes no more for another reason, such as a full disk
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

  /** Writes to standard error. If that fails there is nobody left to tell. */
  void complain(String text) {
    try {
      err.write(text.getBytes(StandardCharsets.UTF_8));
      err.flush();
    } catch (IOException e) {
      return;
    }
  }
}
