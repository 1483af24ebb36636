package dev.cleveragents.exec;

import java.nio.ByteBuffer;

/**
 * The input of a program and the listener to its output.
 *
 * @param input what it reads from standard input, to the end; read-only
 * @param live hears what it writes
 */
record CommandStreams(ByteBuffer input, LiveOutput live) {

  static final CommandStreams DEFAULT =
      new CommandStreams(ByteBuffer.allocate(0).asReadOnlyBuffer(), LiveOutput.NONE);

  CommandStreams withInput(byte[] bytes) {
    return new CommandStreams(ByteBuffer.wrap(bytes.clone()).asReadOnlyBuffer(), live);
  }

  CommandStreams withLive(LiveOutput listener) {
    return new CommandStreams(input, listener);
  }
}
