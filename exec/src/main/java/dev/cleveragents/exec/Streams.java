package dev.cleveragents.exec;

import java.nio.ByteBuffer;

/**
 * What goes into a program and who hears what comes out.
 *
 * @param input what it reads from standard input, to the end; read-only
 * @param live hears what it writes
 */
record Streams(ByteBuffer input, LiveOutput live) {

  static final Streams DEFAULT =
      new Streams(ByteBuffer.allocate(0).asReadOnlyBuffer(), LiveOutput.NONE);

  Streams withInput(byte[] bytes) {
    return new Streams(ByteBuffer.wrap(bytes.clone()).asReadOnlyBuffer(), live);
  }

  Streams withLive(LiveOutput listener) {
    return new Streams(input, listener);
  }
}
