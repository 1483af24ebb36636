package dev.cleveragents.workspace.change.diff;

import java.util.Arrays;
import java.util.zip.Deflater;

/** A {@code GIT binary patch}: both contents whole, compressed, in base 85, new one first. */
final class BinaryPatch {

  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";

  private static final int BYTES_PER_LINE = 52;

  private BinaryPatch() {}

  static void write(byte[] before, byte[] after, StringBuilder to) {
    to.append("GIT binary patch\n");
    literal(after, to);
    literal(before, to);
  }

  private static void literal(byte[] bytes, StringBuilder to) {
    to.append("literal ").append(bytes.length).append('\n');
    byte[] packed = deflated(bytes);
    for (int from = 0; from < packed.length; from += BYTES_PER_LINE) {
      int length = Math.min(BYTES_PER_LINE, packed.length - from);
      to.append((char) (length <= 26 ? 'A' + length - 1 : 'a' + length - 27));
      for (int i = 0; i < length; i += 4) {
        digits(packed, from + i, from + length, to);
      }
      to.append('\n');
    }
    to.append('\n');
  }

  /** Four bytes, with zeros where there are fewer, as five digits. */
  private static void digits(byte[] bytes, int from, int end, StringBuilder to) {
    long number = 0;
    for (int i = from; i < from + 4; i++) {
      number = number << 8 | (i < end ? bytes[i] & 0xff : 0);
    }
    char[] digits = new char[5];
    for (int i = 4; i >= 0; i--) {
      digits[i] = DIGITS.charAt((int) (number % 85));
      number /= 85;
    }
    to.append(digits);
  }

  private static byte[] deflated(byte[] bytes) {
    try (Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION)) {
      deflater.setInput(bytes);
      deflater.finish();
      byte[] packed = new byte[Math.max(64, bytes.length / 2)];
      int length = 0;
      while (!deflater.finished()) {
        if (length == packed.length) {
          packed = Arrays.copyOf(packed, packed.length * 2);
        }
        length += deflater.deflate(packed, length, packed.length - length);
      }
      return Arrays.copyOf(packed, length);
    }
  }
}
