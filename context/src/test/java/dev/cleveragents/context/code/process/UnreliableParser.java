package dev.cleveragents.context.code.process;

import dev.cleveragents.context.code.Language;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.SourceFile;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
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

  private static ParsedFile parse(SourceFile source) {
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
        Language.of(source.path()),
        true,
        List.of(),
        List.of(source.content()),
        List.of(),
        List.of());
  }

  // A mistake in native code ends the process; this is one: the length of no text.
  @SuppressWarnings("restricted")
  private static void readNothing() {
    MethodHandle strlen =
        Linker.nativeLinker()
            .downcallHandle(
                Linker.nativeLinker().defaultLookup().findOrThrow("strlen"),
                FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));
    try {
      long length = (long) strlen.invokeExact(MemorySegment.NULL);
      throw new IllegalStateException("no crash, but " + length);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
