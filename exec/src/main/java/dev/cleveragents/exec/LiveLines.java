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

  private final BiConsumer<Channel, String> receiver;
  private final Map<Channel, ByteArrayOutputStream> unfinished = new EnumMap<>(Channel.class);

  /** Gives every line, without its end, to {@code receiver}. */
  public LiveLines(BiConsumer<Channel, String> receiver) {
    this.receiver = receiver;
    for (Channel channel : Channel.values()) {
      unfinished.put(channel, new ByteArrayOutputStream());
    }
  }

  @Override
  public void received(Channel channel, byte[] bytes) {
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
    for (Channel channel : Channel.values()) {
      if (line(channel).size() > 0) {
        finish(channel);
      }
    }
  }

  private ByteArrayOutputStream line(Channel channel) {
    return Objects.requireNonNull(unfinished.get(channel));
  }

  private void finish(Channel channel) {
    ByteArrayOutputStream line = line(channel);
    String text = line.toString(StandardCharsets.UTF_8);
    line.reset();
    receiver.accept(channel, text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
  }
}
