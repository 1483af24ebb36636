package dev.cleveragents.models.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response as a stream that one thread reads while it arrives. Any thread may {@link
 * #close} it, which ends a read that waits and closes the connection.
 *
 * <ul>
 *   <li>A read fails with {@link SilentException} when nothing arrives for a while, and with {@link
 *       BoundException} when the body or one of its lines is too long.
 *   <li>Once its end is {@linkplain #expectEnd expected}, silence and a lost connection are the
 *       end.
 *   <li>At most one chunk of the JDK's client waits to be read: the next is asked for when it is
 *       taken. The queue carries everything from the client's threads to the reader.
 * </ul>
 */
final class BodyStream extends InputStream implements HttpResponse.BodySubscriber<BodyStream> {

  /** Nothing has arrived for a while. */
  static final class SilentException extends IOException {
    private static final long serialVersionUID = 1L;
  }

  /** The body is longer than allowed. */
  static final class BoundException extends IOException {
    private static final long serialVersionUID = 1L;

    BoundException(String bound) {
      super(bound);
    }
  }

  private sealed interface Signal {
    record Bytes(List<ByteBuffer> buffers) implements Signal {}

    record Failed(Throwable cause) implements Signal {}

    record Complete() implements Signal {}

    record Closed() implements Signal {}
  }

  /** Far above the longest reply; a line is one event. */
  private static final long MOST_BYTES = 256L << 20;

  private static final int LONGEST_LINE = 8 << 20;

  /** A server that ends its response lets the next one have the connection. */
  private static final Duration END_WITHIN = Duration.ofSeconds(1);

  private static final Flow.Subscription NONE =
      new Flow.Subscription() {
        @Override
        public void request(long n) {}

        @Override
        public void cancel() {}
      };

  private final Duration silence;
  private final LinkedBlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
  private final AtomicReference<Flow.@Nullable Subscription> subscription = new AtomicReference<>();
  private volatile boolean closed;

  /** The rest is the reader's own. */
  private final Queue<ByteBuffer> buffers = new ArrayDeque<>();

  private boolean ending;
  private boolean complete;
  private long total;
  private int line;

  /**
   * @param silence how long a read waits for the next byte
   */
  BodyStream(Duration silence) {
    this.silence = silence;
  }

  @Override
  public CompletionStage<BodyStream> getBody() {
    return CompletableFuture.completedStage(this);
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    if (subscription.compareAndSet(null, given)) {
      given.request(1);
    } else {
      given.cancel();
    }
  }

  @Override
  public void onNext(List<ByteBuffer> item) {
    signals.add(new Signal.Bytes(item));
  }

  @Override
  public void onError(Throwable throwable) {
    signals.add(new Signal.Failed(throwable));
  }

  @Override
  public void onComplete() {
    signals.add(new Signal.Complete());
  }

  /** Tells the reader that nothing of worth follows. Called by the reader itself. */
  void expectEnd() {
    ending = true;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    ByteBuffer next = next();
    if (next == null) {
      return -1;
    }
    int count = Math.min(length, next.remaining());
    next.get(target, offset, count);
    count(target, offset, count);
    return count;
  }

  /** Ends the exchange unless its last byte has arrived. */
  @Override
  public void close() {
    closed = true;
    Flow.Subscription current = subscription.getAndSet(NONE);
    if (current != null) {
      current.cancel();
    }
    signals.add(new Signal.Closed());
  }

  private @Nullable ByteBuffer next() throws IOException {
    while (!complete) {
      if (closed) {
        throw new IOException("The exchange has ended");
      }
      ByteBuffer head = buffers.peek();
      if (head != null && head.hasRemaining()) {
        return head;
      }
      if (head == null) {
        take();
      } else {
        buffers.remove();
        if (buffers.isEmpty()) {
          request();
        }
      }
    }
    return null;
  }

  private void request() {
    Flow.Subscription current = subscription.get();
    if (current != null) {
      current.request(1);
    }
  }

  private void take() throws IOException {
    switch (poll()) {
      case null -> {
        close();
        if (!ending) {
          throw new SilentException();
        }
        complete = true;
      }
      case Signal.Bytes(List<ByteBuffer> arrived) -> {
        buffers.addAll(arrived);
        if (buffers.isEmpty()) {
          request();
        }
      }
      case Signal.Complete() -> complete = true;
      case Signal.Closed() -> throw new IOException("The exchange has ended");
      case Signal.Failed(Throwable cause) -> {
        if (!ending) {
          throw cause instanceof IOException io ? io : new IOException(cause);
        }
        complete = true;
      }
    }
  }

  private @Nullable Signal poll() throws InterruptedIOException {
    try {
      boolean soon = ending && END_WITHIN.compareTo(silence) < 0;
      return signals.poll((soon ? END_WITHIN : silence).toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      close();
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }

  private void count(byte[] bytes, int offset, int length) throws BoundException {
    total += length;
    int last = -1;
    for (int i = offset; i < offset + length; i++) {
      last = bytes[i] == '\n' ? i : last;
    }
    line = last < 0 ? line + length : offset + length - 1 - last;
    if (total > MOST_BYTES || line > LONGEST_LINE) {
      close();
      throw new BoundException(
          total > MOST_BYTES
              ? "more than %,d bytes".formatted(MOST_BYTES)
              : "an event with more than %,d bytes".formatted(LONGEST_LINE));
    }
  }
}
