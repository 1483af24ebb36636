package dev.cleveragents.context.code;

import dev.cleveragents.context.code.parse.SourceParser;
import dev.cleveragents.context.code.process.NativeParser;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.scope.TimerThread;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.file.Path;
import java.util.List;

/** Parses for tests, with real processes. */
public final class Parsing {

  /** How the folders of the processes begin. */
  public static final Path PLACE =
      Path.of(System.getProperty("java.io.tmpdir"), "cleveragents-parser-");

  private Parsing() {}

  public static CommandRunner runner() {
    return new CommandRunner(
        ThreadFactories.standard(), TimeSource.system(), UlidGenerator.system());
  }

  public static List<ParsedFile> parse(List<SourceFile> sources) throws InterruptedException {
    try (TimerThread timer = new TimerThread(ThreadFactories.standard())) {
      return new SourceParser(new NativeParser(runner(), timer, PLACE))
          .parse(sources, CancellationToken.none());
    }
  }

  public static ParsedFile parse(String path, String content) throws InterruptedException {
    return parse(List.of(new SourceFile(path, content))).getFirst();
  }

  /** Parses with another main class in the process. */
  public static List<ParsedFile> parseWith(
      Class<?> mainClass, NativeParser.Limits limits, List<SourceFile> sources)
      throws InterruptedException {
    try (TimerThread timer = new TimerThread(ThreadFactories.standard())) {
      NativeParser parser = new NativeParser(runner(), timer, limits, mainClass.getName(), PLACE);
      return new SourceParser(parser).parse(sources, CancellationToken.none());
    }
  }
}
