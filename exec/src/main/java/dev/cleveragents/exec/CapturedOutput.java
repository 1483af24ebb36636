package dev.cleveragents.exec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The kept part of one stream of a program: its beginning and its end, and how much between them
 * was dropped. A value: nothing changes it.
 */
public final class CapturedOutput {

  static final CapturedOutput NOTHING = new CapturedOutput(new byte[0], new byte[0], 0);

  private final byte[] head;
  private final byte[] tail;
  private final long dropped;

  /** Takes the arrays over. */
  CapturedOutput(byte[] head, byte[] tail, long dropped) {
    this.head = head;
    this.tail = tail;
    this.dropped = dropped;
  }

  /** How many bytes were dropped between the beginning and the end; 0 if all is here. */
  public long dropped() {
    return dropped;
  }

  /** The kept bytes, beginning and end put together with nothing between them. */
  public byte[] bytes() {
    ByteArrayOutputStream all = new ByteArrayOutputStream(head.length + tail.length);
    all.writeBytes(head);
    all.writeBytes(tail);
    return all.toByteArray();
  }

  /**
   * The kept bytes as UTF-8, with a replacement character for each invalid byte. If something was
   * dropped, a line of its own says at that place how much.
   */
  public String text() {
    if (dropped == 0) {
      return new String(bytes(), StandardCharsets.UTF_8);
    }
    return new String(head, StandardCharsets.UTF_8)
        + "\n[… %d bytes left out …]\n".formatted(dropped)
        + new String(tail, StandardCharsets.UTF_8);
  }

  /** How much there is, not what: it may hold secrets. */
  @Override
  public String toString() {
    return "%d bytes, %d dropped".formatted(head.length + tail.length, dropped);
  }
}
