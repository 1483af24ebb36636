package dev.cleveragents.context.code;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * A parser process that does what native code can do to it: dies of a segmentation fault, hangs,
 * throws, overflows the stack, or writes nonsense, as the name of the file says.
 */
final class UnreliableParser {

  private UnreliableParser() {}

  public static void main(String[] arguments) throws IOException {
    ParserProcess.serveStandardStreams(UnreliableParser::parse);
  }

  private static ParsedFile parse(Source source) {
    if (source.path().contains("segfault")) {
      readNothing();
    }
    if (source.path().contains("hang")) {
      while (true) {
        Thread.onSpinWait();
      }
    }
    if (source.path().contains("throw")) {
      throw new IllegalStateException("as asked");
    }
    if (source.path().contains("deep")) {
      parse(source);
    }
    return new ParsedFile(
        Language.of(source.path()), true, List.of(), List.of(source.content()), List.of(), List.of());
  }

  // A read of the address 0 by native means ends the process as a mistake in a parser would.
  @SuppressWarnings("restricted")
  private static void readNothing() {
    MemorySegment.NULL.reinterpret(Long.MAX_VALUE).set(ValueLayout.JAVA_LONG, 0, 1);
  }
}
