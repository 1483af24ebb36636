package dev.cleveragents.exec;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * Keeps the first and the last bytes of a stream and counts the rest.
 *
 * <p>Invariant: holds at most {@code bound} bytes; what was kept and what was dropped add up to
 * what came. The object's lock guards everything, for a reader may be told to stop while the thread
 * that fills it is not done.
 */
public final class HeadAndTail {

  private final int headRoom;
  private final int tailRoom;

  @GuardedBy("this")
  private final ByteArrayOutputStream head = new ByteArrayOutputStream();

  /** A ring; made when the head is full. */
  @GuardedBy("this")
  private byte[] ring = new byte[0];

  /** How many bytes have come after the head. */
  @GuardedBy("this")
  private long beyondHead;

  /** Keeps at most {@code bound} bytes: the first half and the last half. */
  public HeadAndTail(int bound) {
    this.tailRoom = bound / 2;
    this.headRoom = bound - tailRoom;
  }

  /** More of the stream. */
  public synchronized void add(byte[] bytes) {
    int toHead = Math.min(bytes.length, headRoom - head.size());
    head.write(bytes, 0, toHead);
    addToTail(bytes, toHead);
  }

  @GuardedBy("this")
  private void addToTail(byte[] bytes, int from) {
    if (from < bytes.length && ring.length < tailRoom) {
      ring = new byte[tailRoom];
    }
    // Of a piece longer than the ring only its end would stay.
    int start = Math.max(from, bytes.length - tailRoom);
    beyondHead += start - from;
    while (start < bytes.length) {
      int place = (int) (beyondHead % tailRoom);
      int length = Math.min(bytes.length - start, tailRoom - place);
      System.arraycopy(bytes, start, ring, place, length);
      start += length;
      beyondHead += length;
    }
  }

  /** The bytes kept so far. */
  public synchronized CapturedOutput captured() {
    if (beyondHead <= tailRoom) {
      return new CapturedOutput(head.toByteArray(), Arrays.copyOf(ring, (int) beyondHead), 0);
    }
    byte[] tail = new byte[tailRoom];
    if (tailRoom > 0) {
      int oldest = (int) (beyondHead % tailRoom);
      System.arraycopy(ring, oldest, tail, 0, tailRoom - oldest);
      System.arraycopy(ring, 0, tail, tailRoom - oldest, oldest);
    }
    return new CapturedOutput(head.toByteArray(), tail, beyondHead - tailRoom);
  }
}
