package dev.cleveragents.context.index;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The text of a file, decoded. A file with a byte order mark of UTF-16 is UTF-16; a file with a NUL
 * is binary; every other file is UTF-8 or, where it is not, Windows-1252, which covers Latin-1.
 *
 * <p>Nearly any bytes are valid Windows-1252, so a file is taken as such only without control
 * characters other than white space: compressed and encrypted data are no text.
 */
sealed interface DecodedText {

  Charset WINDOWS_1252 = Charset.forName("windows-1252");

  /** Without its byte order mark of UTF-16. */
  record Text(String text) implements DecodedText {}

  /** It contains a NUL. */
  record Binary() implements DecodedText {}

  /** It is in none of these encodings. */
  record Unknown() implements DecodedText {}

  /** Decodes a whole file. */
  static DecodedText of(byte[] bytes) {
    if (startsWith(bytes, 0xFE, 0xFF)) {
      return utf16(bytes, StandardCharsets.UTF_16BE);
    }
    if (startsWith(bytes, 0xFF, 0xFE)) {
      return utf16(bytes, StandardCharsets.UTF_16LE);
    }
    for (byte each : bytes) {
      if (each == 0) {
        return new Binary();
      }
    }
    return decode(ByteBuffer.wrap(bytes), StandardCharsets.UTF_8)
        .or(() -> decode(ByteBuffer.wrap(bytes), WINDOWS_1252).filter(DecodedText::isPlain))
        .<DecodedText>map(Text::new)
        .orElseGet(Unknown::new);
  }

  private static boolean startsWith(byte[] bytes, int first, int second) {
    return bytes.length > 1 && bytes[0] == (byte) first && bytes[1] == (byte) second;
  }

  private static DecodedText utf16(byte[] bytes, Charset order) {
    Optional<String> text = decode(ByteBuffer.wrap(bytes, 2, bytes.length - 2), order);
    if (text.isEmpty()) {
      return new Unknown();
    }
    return text.get().indexOf('\0') < 0 ? new Text(text.get()) : new Binary();
  }

  private static boolean isPlain(String text) {
    return text.chars().allMatch(each -> !Character.isISOControl(each) || isSpace(each));
  }

  /** Form feeds separate pages in old sources. */
  private static boolean isSpace(int character) {
    return character == '\t' || character == '\n' || character == '\r' || character == '\f';
  }

  private static Optional<String> decode(ByteBuffer bytes, Charset charset) {
    try {
      return Optional.of(charset.newDecoder().decode(bytes).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
