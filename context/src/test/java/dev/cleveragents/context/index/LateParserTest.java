package dev.cleveragents.context.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.context.code.Language;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.SourceFile;
import dev.cleveragents.context.index.parse.BackgroundParser;
import dev.cleveragents.context.index.parse.OverlayParser;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.kernel.scope.Fork;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is laid over an index is asked for while its parser hangs. */
@Timeout(300)
class LateParserTest {

  private static final CancellationToken GO = CancellationToken.none();
  private static final Optional<Duration> AT_ONCE = Optional.of(Duration.ofMillis(1));
  private static final Optional<Duration> LONG = Optional.of(Duration.ofMinutes(1));
  private static final Duration SOON = Duration.ofMinutes(1);

  private static final SourceFile A = new SourceFile("a.java", "class A {}\n");
  private static final SourceFile B = new SourceFile("b.java", "class B {}\n");
  private static final SourceFile C = new SourceFile("c.java", "class C {}\n");
  private static final SourceFile NOTE = new SourceFile("note.md", "# A note\n");

  private final Queue<List<String>> asked = new ConcurrentLinkedQueue<>();
  private final Queue<CancellationToken> tokens = new ConcurrentLinkedQueue<>();
  private final Semaphore answers = new Semaphore(0);
  private final OverlayParser syntax = new OverlayParser(this::parse, ThreadFactories.standard());

  /** Hangs until it may answer or is cancelled. */
  private List<ParsedFile> parse(List<SourceFile> files, CancellationToken token)
      throws InterruptedException {
    tokens.add(token);
    asked.add(files.stream().map(SourceFile::path).toList());
    while (!answers.tryAcquire(1, TimeUnit.MILLISECONDS)) {
      token.throwIfCancelled();
    }
    return files.stream()
        .map(_ -> new ParsedFile(Language.JAVA, true, List.of(), List.of(), List.of(), List.of()))
        .toList();
  }

  @AfterEach
  void close() {
    syntax.close();
  }

  private static List<Boolean> bySyntax(OverlayParser.Bounded reader, SourceFile... files)
      throws InterruptedException {
    return reader.read(List.of(files), GO).stream().map(ParsedFile::bySyntax).toList();
  }

  @Test
  void whatIsNotReadInTimeIsTextAndCountedAndReadForTheNextQuestion() throws Exception {
    OverlayParser.Bounded first = syntax.within(AT_ONCE);
    assertThat(bySyntax(first, A, B, NOTE)).containsExactly(false, false, true);
    assertThat(first.late()).as("a note needs no parser").isEqualTo(2);

    answers.release();
    OverlayParser.Bounded second = syntax.within(LONG);
    assertThat(bySyntax(second, A, B, NOTE)).containsExactly(true, true, true);
    assertThat(second.late()).isZero();
    assertThat(asked).as("read once").hasSize(1);

    OverlayParser.Bounded third = syntax.within(AT_ONCE);
    assertThat(bySyntax(third, A, B)).containsExactly(true, true);
    assertThat(third.late()).isZero();
  }

  @Test
  void aFileThatIsBeingReadIsNotReadTwiceAndOnlyTwoParsersHangAtATime() throws Exception {
    bySyntax(syntax.within(AT_ONCE), A);
    bySyntax(syntax.within(AT_ONCE), A, B);
    await().atMost(SOON).until(() -> asked.size() == 2);
    assertThat(asked).containsExactlyInAnyOrder(List.of("a.java"), List.of("b.java"));

    OverlayParser.Bounded third = syntax.within(LONG);
    assertThat(bySyntax(third, C)).as("not begun, and so not waited for").containsExactly(false);
    assertThat(third.late()).isEqualTo(1);

    answers.release(3);
    assertThat(bySyntax(syntax.within(LONG), A, B)).containsExactly(true, true);
    assertThat(bySyntax(syntax.within(LONG), C)).containsExactly(true);
    assertThat(asked).hasSize(3);
  }

  @Test
  void withoutALimitItIsWaitedFor() throws Exception {
    try (Scope scope = Scope.open("test", ThreadFactories.standard(), GO)) {
      OverlayParser.Bounded patient = syntax.within(Optional.empty());
      Fork<List<Boolean>> read = scope.forkPlatform("read", () -> bySyntax(patient, A));
      await().atMost(SOON).until(() -> asked.size() == 1);
      assertThat(read.isDone()).isFalse();
      answers.release();
      assertThat(read.join(SOON)).containsExactly(true);
      assertThat(patient.late()).isZero();
    }
  }

  @Test
  void aCancelledCallerWaitsNoLongerAndTheReadingContinues() throws Exception {
    try (Scope scope = Scope.open("test", ThreadFactories.standard(), GO);
        CancellationSource source = new CancellationSource()) {
      Fork<Boolean> read =
          scope.forkPlatform(
              "read",
              () -> {
                assertThatThrownBy(() -> syntax.within(LONG).read(List.of(A), source.token()))
                    .isInstanceOf(CancelledException.class);
                return true;
              });
      await().atMost(SOON).until(() -> asked.size() == 1);
      source.cancel(CancellationCause.requested("test"));
      assertThat(read.join(SOON)).isTrue();
      answers.release();
      assertThat(bySyntax(syntax.within(LONG), A)).containsExactly(true);
      assertThat(asked).hasSize(1);
    }
  }

  @Test
  void closingEndsTheParserAndNothingIsBegunAfterwards() throws Exception {
    bySyntax(syntax.within(AT_ONCE), A);
    await().atMost(SOON).until(() -> asked.size() == 1);
    syntax.close();
    assertThat(tokens).allMatch(CancellationToken::isCancelled);
    OverlayParser.Bounded late = syntax.within(LONG);
    assertThat(bySyntax(late, B)).containsExactly(false);
    assertThat(late.late()).isEqualTo(1);
    assertThat(asked).hasSize(1);
  }

  /** Which of the two happens first when a batch ends is undefined. */
  @Test
  void whatWasReadSinceTheCallerLookedIsTakenAsItIs() throws Exception {
    ParsedFile read =
        new ParsedFile(Language.JAVA, true, List.of(), List.of(), List.of(), List.of());
    try (BackgroundParser background =
        new BackgroundParser(this::parse, _ -> Optional.of(read), ThreadFactories.standard())) {
      assertThat(background.read(List.of(A), LONG.orElseThrow(), GO)).containsEntry(A, read);
    }
    assertThat(asked).isEmpty();
  }

  @Test
  void aParserThatFailsIsNotWaitedForAndAskedAgainNextTime() throws Exception {
    Queue<Integer> calls = new ConcurrentLinkedQueue<>();
    try (OverlayParser failing =
        new OverlayParser(
            (_, _) -> {
              calls.add(1);
              throw new IllegalStateException("as asked");
            },
            ThreadFactories.standard())) {
      OverlayParser.Bounded reader = failing.within(LONG);
      assertThat(bySyntax(reader, A)).containsExactly(false);
      assertThat(reader.late()).isEqualTo(1);
      bySyntax(failing.within(LONG), A);
      assertThat(calls).hasSize(2);
    }
  }
}
