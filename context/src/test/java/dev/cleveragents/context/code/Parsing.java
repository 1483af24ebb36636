package dev.cleveragents.context.code;

import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.Threads;
import dev.cleveragents.kernel.scope.TimerThread;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.file.Path;
import java.util.List;

/** Parses for tests, with real processes. */
final class Parsing {

  private Parsing() {}

  static CommandRunner runner() {
    return new CommandRunner(Threads.standard(), TimeSource.system(), UlidGenerator.system());
  }

  static List<ParsedFile> parse(List<Source> sources) throws InterruptedException {
    try (TimerThread timer = new TimerThread(Threads.standard())) {
      return new SourceParser(runner(), timer).parse(sources, CancellationToken.none());
    }
  }

  static ParsedFile parse(String path, String content) throws InterruptedException {
    return parse(List.of(new Source(path, content))).getFirst();
  }

  /** Parses with another main class in the process. */
  static List<ParsedFile> parseWith(
      Class<?> mainClass, NativeParser.Limits limits, List<Source> sources)
      throws InterruptedException {
    try (TimerThread timer = new TimerThread(Threads.standard())) {
      NativeParser parser =
          new NativeParser(
              runner(),
              timer,
              limits,
              mainClass.getName(),
              Path.of(System.getProperty("java.io.tmpdir")));
      return new SourceParser(parser).parse(sources, CancellationToken.none());
    }
  }
}
