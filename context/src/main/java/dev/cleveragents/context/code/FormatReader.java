package dev.cleveragents.context.code;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Reads what {@link FormatWriter} wrote, and refuses everything else. Makes nothing larger than the
 * bytes it has.
 */
public final class FormatReader {

  private final ByteBuffer bytes;

  /** Reads these bytes; the array is not copied. */
  public FormatReader(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes);
  }

  public int number() throws IOException {
    long value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int next = next();
      value |= (long) (next & 0x7f) << shift;
      if ((next & 0x80) == 0) {
        if (value > Integer.MAX_VALUE || (next == 0 && shift > 0)) {
          throw new IOException("Not a number that is written like this: " + value);
        }
        return (int) value;
      }
    }
    throw new IOException("A number with too many bytes");
  }

  /** A number that must not be above this. */
  int upTo(int most) throws IOException {
    return checked(number(), most);
  }

  private static int checked(int value, int most) throws IOException {
    if (value > most) {
      throw new IOException("%d is above what it can be, %d".formatted(value, most));
    }
    return value;
  }

  /** How many things follow, each of which has at least one byte. */
  public int count() throws IOException {
    int value = number();
    return checked(value, bytes.remaining());
  }

  public int fixed() throws IOException {
    try {
      return bytes.getInt();
    } catch (BufferUnderflowException _) {
      throw new IOException("It ends in the middle of a number");
    }
  }

  public String text() throws IOException {
    return StandardCharsets.UTF_8
        .newDecoder()
        .onMalformedInput(CodingErrorAction.REPORT)
        .decode(ByteBuffer.wrap(bytes()))
        .toString();
  }

  public byte[] bytes() throws IOException {
    byte[] read = new byte[count()];
    bytes.get(read);
    return read;
  }

  /** Checks that there is no more. */
  public void end() throws IOException {
    if (bytes.hasRemaining()) {
      throw new IOException(bytes.remaining() + " bytes too many");
    }
  }

  private int next() throws IOException {
    if (!bytes.hasRemaining()) {
      throw new IOException("It ends in the middle of a number");
    }
    return bytes.get();
  }
}
