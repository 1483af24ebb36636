package dev.cleveragents.context.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.context.code.Language;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.Source;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.kernel.scope.Fork;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.Threads;
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

  private static final Source A = new Source("a.java", "class A {}\n");
  private static final Source B = new Source("b.java", "class B {}\n");
  private static final Source C = new Source("c.java", "class C {}\n");
  private static final Source NOTE = new Source("note.md", "# A note\n");

  private final Queue<List<String>> asked = new ConcurrentLinkedQueue<>();
  private final Queue<CancellationToken> tokens = new ConcurrentLinkedQueue<>();
  private final Semaphore answers = new Semaphore(0);
  private final OverlaySyntax syntax = new OverlaySyntax(this::parse, Threads.standard());

  /** Hangs until it may answer or is cancelled. */
  private List<ParsedFile> parse(List<Source> files, CancellationToken token)
      throws InterruptedException {
    tokens.add(token);
    asked.add(files.stream().map(Source::path).toList());
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

  private static List<Boolean> bySyntax(OverlaySyntax.Bounded reader, Source... files)
      throws InterruptedException {
    return reader.read(List.of(files), GO).stream().map(ParsedFile::bySyntax).toList();
  }

  @Test
  void whatIsNotReadInTimeIsTextAndCountedAndReadForTheNextQuestion() throws Exception {
    OverlaySyntax.Bounded first = syntax.within(AT_ONCE);
    assertThat(bySyntax(first, A, B, NOTE)).containsExactly(false, false, true);
    assertThat(first.late()).as("a note needs no parser").isEqualTo(2);

    answers.release();
    OverlaySyntax.Bounded second = syntax.within(LONG);
    assertThat(bySyntax(second, A, B, NOTE)).containsExactly(true, true, true);
    assertThat(second.late()).isZero();
    assertThat(asked).as("read once").hasSize(1);

    OverlaySyntax.Bounded third = syntax.within(AT_ONCE);
    assertThat(bySyntax(third, A, B)).containsExactly(true, true);
    assertThat(third.late()).isZero();
  }

  @Test
  void aFileThatIsBeingReadIsNotReadTwiceAndOnlyTwoParsersHangAtATime() throws Exception {
    bySyntax(syntax.within(AT_ONCE), A);
    bySyntax(syntax.within(AT_ONCE), A, B);
    await().atMost(SOON).until(() -> asked.size() == 2);
    assertThat(asked).containsExactlyInAnyOrder(List.of("a.java"), List.of("b.java"));

    OverlaySyntax.Bounded third = syntax.within(LONG);
    assertThat(bySyntax(third, C)).as("not begun, and so not waited for").containsExactly(false);
    assertThat(third.late()).isEqualTo(1);

    answers.release(3);
    assertThat(bySyntax(syntax.within(LONG), A, B)).containsExactly(true, true);
    assertThat(bySyntax(syntax.within(LONG), C)).containsExactly(true);
    assertThat(asked).hasSize(3);
  }

  @Test
  void withoutALimitItIsWaitedFor() throws Exception {
    try (Scope scope = Scope.open("test", Threads.standard(), GO)) {
      OverlaySyntax.Bounded patient = syntax.within(Optional.empty());
      Fork<List<Boolean>> read = scope.forkPlatform("read", () -> bySyntax(patient, A));
      await().atMost(SOON).until(() -> asked.size() == 1);
      assertThat(read.isDone()).isFalse();
      answers.release();
      assertThat(read.join(SOON)).containsExactly(true);
      assertThat(patient.late()).isZero();
    }
  }

  @Test
  void whoeverIsCancelledWaitsNoLongerAndTheReadingGoesOn() throws Exception {
    try (Scope scope = Scope.open("test", Threads.standard(), GO);
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
    OverlaySyntax.Bounded late = syntax.within(LONG);
    assertThat(bySyntax(late, B)).containsExactly(false);
    assertThat(late.late()).isEqualTo(1);
    assertThat(asked).hasSize(1);
  }

  /** Which of the two happens first when a batch ends is nobody's to say. */
  @Test
  void whatWasReadSinceTheCallerLookedIsTakenAsItIs() throws Exception {
    ParsedFile read =
        new ParsedFile(Language.JAVA, true, List.of(), List.of(), List.of(), List.of());
    try (BackgroundReading background =
        new BackgroundReading(this::parse, _ -> Optional.of(read), Threads.standard())) {
      assertThat(background.read(List.of(A), LONG.orElseThrow(), GO)).containsEntry(A, read);
    }
    assertThat(asked).isEmpty();
  }

  @Test
  void aParserThatFailsIsNotWaitedForAndAskedAgainNextTime() throws Exception {
    Queue<Integer> calls = new ConcurrentLinkedQueue<>();
    try (OverlaySyntax failing =
        new OverlaySyntax(
            (_, _) -> {
              calls.add(1);
              throw new IllegalStateException("as asked");
            },
            Threads.standard())) {
      OverlaySyntax.Bounded reader = failing.within(LONG);
      assertThat(bySyntax(reader, A)).containsExactly(false);
      assertThat(reader.late()).isEqualTo(1);
      bySyntax(failing.within(LONG), A);
      assertThat(calls).hasSize(2);
    }
  }
}
