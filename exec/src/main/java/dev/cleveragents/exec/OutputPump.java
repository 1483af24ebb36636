package dev.cleveragents.exec;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries what a program writes to where it is kept and heard, until told that the program is over.
 *
 * <p>It reads only what is there and never waits in a read: a process that escaped us and keeps the
 * pipe open could hold such a read for ever, and Java cannot take one back. So it looks again, at
 * once after something came, up to 50 ms later while nothing does; being told to stop ends the
 * pause at once. When it stops, what is in the pipes is read to the end, but for what came after
 * more than the pipes can hold.
 */
final class OutputPump {

  private static final Logger log = LoggerFactory.getLogger(OutputPump.class);
  private static final int PIECE = 64 * 1024;

  /** Far above what pipes hold and Java has read ahead; for what escaped us and writes on. */
  private static final int MOST_AFTER_STOP = 64 * 1024 * 1024;

  private static final int LONGEST_PAUSE_MILLIS = 50;

  private final Process process;
  private final LiveOutput live;
  private final HeadAndTail output;
  private final HeadAndTail errors;
  private final CountDownLatch stop = new CountDownLatch(1);
  private boolean liveFailed;
  private volatile boolean complete;
  private volatile boolean telling;

  OutputPump(Process process, LiveOutput live, int keptBytes) {
    this.process = process;
    this.live = live;
    this.output = new HeadAndTail(keptBytes);
    this.errors = new HeadAndTail(keptBytes);
  }

  CapturedOutput output() {
    return output.captured();
  }

  CapturedOutput errors() {
    return errors.captured();
  }

  /** The program is over: read what is there, then end. From any thread. */
  void stop() {
    stop.countDown();
  }

  /** Whether all that was in the pipes when the program was over has been read. From any thread. */
  boolean isComplete() {
    return complete;
  }

  /** Whether a listener has not returned yet. From any thread. */
  boolean isTelling() {
    return telling;
  }

  /** Runs until told to stop; an interrupt ends it at once. */
  void run() throws InterruptedException, IOException {
    try (InputStream out = process.getInputStream();
        InputStream err = process.getErrorStream()) {
      long pause = 1;
      while (!stop.await(pause, TimeUnit.MILLISECONDS)) {
        int read =
            readSome(out, OutputChannel.OUTPUT, output)
                + readSome(err, OutputChannel.ERRORS, errors);
        pause = read > 0 ? 0 : Math.clamp(2 * pause, 1, LONGEST_PAUSE_MILLIS);
      }
      readRest(out, OutputChannel.OUTPUT, output);
      readRest(err, OutputChannel.ERRORS, errors);
      complete = true;
      tell(live::ended);
    }
  }

  private void readRest(InputStream from, OutputChannel channel, HeadAndTail kept)
      throws IOException {
    int total = 0;
    int read;
    while ((read = readSome(from, channel, kept)) > 0 && total < MOST_AFTER_STOP) {
      total += read;
    }
  }

  private int readSome(InputStream from, OutputChannel channel, HeadAndTail kept)
      throws IOException {
    int there = Math.min(from.available(), PIECE);
    if (there == 0) {
      return 0;
    }
    byte[] piece = from.readNBytes(there);
    kept.add(piece);
    tell(() -> live.received(channel, piece));
    return piece.length;
  }

  private void tell(Runnable what) {
    if (liveFailed) {
      return;
    }
    telling = true;
    try {
      what.run();
    } catch (RuntimeException e) {
      liveFailed = true;
      log.warn(
          "A listener to a program's output threw an exception and gets no more output. Correct the listener",
          e);
    } finally {
      telling = false;
    }
  }
}
