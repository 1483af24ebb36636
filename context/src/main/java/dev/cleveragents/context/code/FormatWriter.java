package dev.cleveragents.context.code;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Writes numbers and texts so that {@link FormatReader} can read them. */
public final class FormatWriter {

  private final ByteArrayOutputStream out;

  public FormatWriter(ByteArrayOutputStream out) {
    this.out = out;
  }

  /** A number that is not negative, in groups of seven bits, the lowest first. */
  public void number(int value) {
    int rest = value;
    while (rest >= 0x80) {
      out.write((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
  }

  /** Any number, in four bytes. */
  public void fixed(int value) {
    out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
  }

  public void text(String text) {
    bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Bytes after their number. */
  public void bytes(byte[] bytes) {
    number(bytes.length);
    out.writeBytes(bytes);
  }
}
