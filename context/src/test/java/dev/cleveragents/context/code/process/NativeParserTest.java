package dev.cleveragents.context.code.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.Parsing;
import dev.cleveragents.context.code.SourceFile;
import dev.cleveragents.context.code.parse.SourceParser;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.kernel.scope.Fork;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.scope.TimerThread;
import dev.cleveragents.kernel.time.ManualTime;
import dev.cleveragents.kernel.time.Timer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
final class NativeParserTest {

  @TempDir private Path folder;

  /** What none of these reaches but one that hangs. */
  private static final NativeParser.Limits PATIENT =
      new NativeParser.Limits(
          Duration.ofSeconds(70), Duration.ofSeconds(60), Duration.ofMinutes(4), 1 << 20, 4);

  /** More than comes through a pipe at once. */
  private static final int LONG_ANSWER = 300_000;

  private static List<SourceFile> sources(String... names) {
    return Stream.of(names).map(name -> new SourceFile(name + ".java", "text of " + name)).toList();
  }

  private static List<Boolean> bySyntax(List<ParsedFile> parsed) {
    return parsed.stream().map(ParsedFile::bySyntax).toList();
  }

  @Test
  void aCrashOfTheParserCostsTheFileItWasAtAndNothingElse() throws Exception {
    List<ParsedFile> parsed =
        Parsing.parseWith(
            UnreliableParser.class, PATIENT, sources("a", "b", "segfault1", "c", "segfault2", "d"));

    assertThat(bySyntax(parsed)).containsExactly(true, true, false, true, false, true);
    assertThat(parsed.get(3).references()).containsExactly("text of c");
    assertThat(parsed.get(2).chunks()).as("it is text").hasSize(1);
  }

  @Test
  void aParserThatHangsIsEndedAndTheRestContinues() throws Exception {
    ManualTime time = new ManualTime();
    // That it is ready, and the end of its first answer, which is too long to come with that.
    CountDownLatch said = new CountDownLatch(2);
    Timer timer =
        (after, what) -> {
          Timer.Alarm alarm = time.schedule(after, what);
          if (after.equals(PATIENT.file())) {
            said.countDown();
          }
          return alarm;
        };
    NativeParser parser =
        new NativeParser(
            Parsing.runner(),
            timer,
            PATIENT,
            UnreliableParser.class.getName(),
            folder.resolve("parser-"));
    List<SourceFile> files = new ArrayList<>(sources("hang", "b"));
    files.addFirst(new SourceFile("a.java", "a".repeat(LONG_ANSWER)));
    try (Scope scope = Scope.open("test", ThreadFactories.standard(), CancellationToken.none())) {
      Fork<List<ParsedFile>> parsed =
          scope.forkPlatform(
              "parse", () -> new SourceParser(parser).parse(files, CancellationToken.none()));
      assertThat(said.await(100, TimeUnit.SECONDS)).isTrue();
      assertThat(parsed.isDone()).isFalse();
      time.advance(PATIENT.file());

      assertThat(bySyntax(parsed.join(Duration.ofSeconds(100)))).containsExactly(true, false, true);
    }
  }

  @Test
  void aFailureThatIsNoCrashCostsNoProcess() throws Exception {
    List<ParsedFile> parsed =
        Parsing.parseWith(UnreliableParser.class, PATIENT, sources("throw", "a", "deep", "b"));

    assertThat(bySyntax(parsed)).containsExactly(false, true, false, true);
  }

  @Test
  void aParserThatCannotStartLeavesEverythingAsText() throws Exception {
    List<ParsedFile> parsed = Parsing.parseWith(List.class, PATIENT, sources("a", "b"));

    assertThat(bySyntax(parsed)).containsExactly(false, false);
  }

  @Test
  void aParserThatAlwaysCrashesIsGivenUp() throws Exception {
    String[] names = IntStream.range(0, 10).mapToObj(i -> "segfault" + i).toArray(String[]::new);

    assertThat(bySyntax(Parsing.parseWith(UnreliableParser.class, PATIENT, sources(names))))
        .hasSize(10)
        .containsOnly(false);
  }

  @Test
  void filesAreGivenInBatchesOfBoundedSize() throws Exception {
    NativeParser.Limits small =
        new NativeParser.Limits(PATIENT.start(), PATIENT.file(), PATIENT.batch(), 20, 4);

    List<ParsedFile> parsed =
        Parsing.parseWith(UnreliableParser.class, small, sources("a", "b", "c", "d", "e"));

    assertThat(parsed.stream().map(file -> file.references().getFirst()))
        .containsExactly("text of a", "text of b", "text of c", "text of d", "text of e");
  }

  @Test
  void aCancelledCallStartsNothing() {
    try (TimerThread timer = new TimerThread(ThreadFactories.standard());
        CancellationSource source = new CancellationSource()) {
      source.cancel(CancellationCause.requested("test"));
      NativeParser parser =
          new NativeParser(
              Parsing.runner(),
              timer,
              PATIENT,
              UnreliableParser.class.getName(),
              folder.resolve("parser-"));

      assertThatThrownBy(() -> parser.parse(sources("a"), source.token()))
          .isInstanceOf(CancelledException.class);
    }
  }

  @Test
  void cancellingEndsAHangingParser() throws Exception {
    try (TimerThread timer = new TimerThread(ThreadFactories.standard());
        CancellationSource source = new CancellationSource()) {
      NativeParser parser =
          new NativeParser(
              Parsing.runner(),
              timer,
              PATIENT,
              UnreliableParser.class.getName(),
              folder.resolve("parser-"));
      timer.schedule(
          Duration.ofSeconds(2), () -> source.cancel(CancellationCause.requested("enough")));

      assertThatThrownBy(() -> parser.parse(sources("hang"), source.token()))
          .isInstanceOf(CancelledException.class);
    }
  }

  @Test
  void noFolderOfAParserIsLeftBehind() throws Exception {
    try (TimerThread timer = new TimerThread(ThreadFactories.standard())) {
      NativeParser parser =
          new NativeParser(
              Parsing.runner(),
              timer,
              PATIENT,
              UnreliableParser.class.getName(),
              folder.resolve("parser-"));

      assertThat(parser.parse(sources("a", "segfault", "b"), CancellationToken.none())).hasSize(3);

      assertThat(folder).isEmptyDirectory();
    }
  }
}
