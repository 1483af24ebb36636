package dev.cleveragents.context.code.process;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.ParsedFileFormat;
import dev.cleveragents.exec.LiveOutput;
import dev.cleveragents.exec.OutputChannel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Puts the answers of a {@link ParserProcess} together from the pieces in which they come. What is
 * not an answer, or too long for one, ends it: nothing after that is believed. The object's lock
 * guards everything, for the thread that hears may still be at it when another asks.
 */
final class ParserAnswers implements LiveOutput {

  private final int expected;
  private final Runnable onAnswer;

  @GuardedBy("this")
  private final ByteArrayOutputStream rest = new ByteArrayOutputStream();

  @GuardedBy("this")
  private final List<Optional<ParsedFile>> found = new ArrayList<>();

  @GuardedBy("this")
  private boolean ready;

  @GuardedBy("this")
  private boolean broken;

  /**
   * @param expected how many files were asked about
   * @param onAnswer told, without a lock held, when something has come
   */
  ParserAnswers(int expected, Runnable onAnswer) {
    this.expected = expected;
    this.onAnswer = onAnswer;
  }

  @Override
  public void received(OutputChannel channel, byte[] bytes) {
    if (channel == OutputChannel.OUTPUT && take(bytes)) {
      onAnswer.run();
    }
  }

  /** Whether the process has come so far as to say its name. */
  synchronized boolean isReady() {
    return ready;
  }

  /** The answers so far, in the order of the files; empty for one that could not be parsed. */
  synchronized List<Optional<ParsedFile>> soFar() {
    return List.copyOf(found);
  }

  private synchronized boolean take(byte[] bytes) {
    if (broken) {
      return false;
    }
    rest.writeBytes(bytes);
    ByteBuffer buffer = ByteBuffer.wrap(rest.toByteArray());
    boolean something = false;
    int read = 0;
    while (!broken && readOne(buffer)) {
      read = buffer.position();
      something = true;
    }
    rest.reset();
    if (!broken) {
      rest.write(buffer.array(), read, buffer.limit() - read);
    }
    return something;
  }

  @GuardedBy("this")
  private boolean readOne(ByteBuffer buffer) {
    if (buffer.remaining() < Integer.BYTES) {
      return false;
    }
    int length = buffer.getInt();
    if (!ready) {
      ready = length == ParserProtocol.MARK;
      broken = !ready;
      return ready;
    }
    broken =
        length < ParserProtocol.FAILED
            || length > ParserProtocol.LONGEST_ANSWER
            || found.size() == expected;
    if (broken || length > buffer.remaining()) {
      return false;
    }
    return add(buffer, length);
  }

  @GuardedBy("this")
  private boolean add(ByteBuffer buffer, int length) {
    if (length == ParserProtocol.FAILED) {
      found.add(Optional.empty());
      return true;
    }
    byte[] answer = new byte[length];
    buffer.get(answer);
    try {
      found.add(Optional.of(ParsedFileFormat.read(answer)));
      return true;
    } catch (IOException _) {
      broken = true;
      return false;
    }
  }
}
