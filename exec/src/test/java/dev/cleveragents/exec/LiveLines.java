package dev.cleveragents.exec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;

/**
 * Live output by lines, read as UTF-8 with a replacement character for what is none. A line longer
 * than 8 KiB comes in pieces, so that a program that never ends its line costs no more memory than
 * that. The last line comes also without its end. For one run: not safe for several at once.
 */
public final class LiveLines implements LiveOutput {

  private static final int LONGEST = 8 * 1024;

  private final BiConsumer<OutputChannel, String> receiver;
  private final Map<OutputChannel, ByteArrayOutputStream> unfinished =
      new EnumMap<>(OutputChannel.class);

  /** Gives every line, without its end, to {@code receiver}. */
  public LiveLines(BiConsumer<OutputChannel, String> receiver) {
    this.receiver = receiver;
    for (OutputChannel channel : OutputChannel.values()) {
      unfinished.put(channel, new ByteArrayOutputStream());
    }
  }

  @Override
  public void received(OutputChannel channel, byte[] bytes) {
    ByteArrayOutputStream line = line(channel);
    for (byte b : bytes) {
      if (b == '\n') {
        finish(channel);
      } else {
        line.write(b);
        if (line.size() == LONGEST) {
          finish(channel);
        }
      }
    }
  }

  @Override
  public void ended() {
    for (OutputChannel channel : OutputChannel.values()) {
      if (line(channel).size() > 0) {
        finish(channel);
      }
    }
  }

  private ByteArrayOutputStream line(OutputChannel channel) {
    return Objects.requireNonNull(unfinished.get(channel));
  }

  private void finish(OutputChannel channel) {
    ByteArrayOutputStream line = line(channel);
    String text = line.toString(StandardCharsets.UTF_8);
    line.reset();
    receiver.accept(channel, text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
  }
}
