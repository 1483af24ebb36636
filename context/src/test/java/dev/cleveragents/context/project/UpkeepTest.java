package dev.cleveragents.context.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.project.UpkeepStatus.Doing;
import dev.cleveragents.kernel.scope.Threads;
import dev.cleveragents.kernel.time.ManualTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When chores are done, and when not. */
@Timeout(240)
class UpkeepTest {

  private static final Path ONE = Path.of("one");
  private static final Path TWO = Path.of("two");
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration LONG = Duration.ofMinutes(10);

  private final ManualTime time = new ManualTime();
  private final Questions questions = new Questions();
  private final BlockingQueue<IndexNews> news = new LinkedBlockingQueue<>();
  private final Upkeep upkeep =
      new Upkeep(Threads.standard(), time, questions, LONG, told -> news.add(told));
  private final AtomicInteger runs = new AtomicInteger();

  @AfterEach
  void close() {
    upkeep.close();
  }

  private void awaitDoing(Path root, Doing doing) {
    await().atMost(SOON).until(() -> upkeep.status(root).doing() == doing);
  }

  private static boolean passes(CountDownLatch latch) throws InterruptedException {
    return latch.await(SOON.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void oneProjectIsAttendedAtATime() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    List<String> order = new CopyOnWriteArrayList<>();
    upkeep.wanted(
        ONE,
        (_, _) -> {
          begun.countDown();
          assertThat(passes(go)).isTrue();
          order.add("one");
          return Optional.empty();
        });
    assertThat(passes(begun)).isTrue();
    upkeep.wanted(
        TWO,
        (_, _) -> {
          order.add("two");
          return Optional.empty();
        });
    assertThat(upkeep.status(ONE).doing()).isEqualTo(Doing.SYNTAX);
    assertThat(upkeep.status(TWO).doing()).isEqualTo(Doing.QUEUED);
    go.countDown();
    awaitDoing(TWO, Doing.NOTHING);
    assertThat(order).containsExactly("one", "two");
    assertThat(upkeep.status(ONE)).isEqualTo(UpkeepStatus.IDLE);
  }

  @Test
  void whatIsWantedWhileItIsAttendedIsAttendedOnceMore() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Chore chore =
        (_, _) -> {
          runs.incrementAndGet();
          begun.countDown();
          assertThat(passes(go)).isTrue();
          return Optional.empty();
        };
    upkeep.wanted(ONE, chore);
    assertThat(passes(begun)).isTrue();
    upkeep.wanted(ONE, chore);
    upkeep.wanted(ONE, chore);
    go.countDown();
    awaitDoing(ONE, Doing.NOTHING);
    assertThat(runs).hasValue(2);
  }

  @Test
  void aFailureIsToldOnceAndTriedAgainLaterAndLaterHoweverOftenItIsWanted() throws Exception {
    Chore fails =
        (_, _) -> {
          runs.incrementAndGet();
          throw new IOException("the disk is full");
        };
    upkeep.wanted(ONE, fails);
    assertThat(news.poll(SOON.toSeconds(), TimeUnit.SECONDS))
        .isEqualTo(new IndexNews.Failed(ONE, "the disk is full", Roster.FIRST_WAIT));
    Duration wait = Roster.FIRST_WAIT;
    for (int tried = 1; tried <= 8; tried++) {
      awaitDoing(ONE, Doing.WAITING);
      await().atMost(SOON).until(() -> time.pendingAlarms() == 1);
      upkeep.wanted(ONE, fails);
      time.advance(wait.minusMillis(1));
      assertThat(upkeep.status(ONE).doing()).isEqualTo(Doing.WAITING);
      assertThat(runs).hasValue(tried);
      time.advance(Duration.ofMillis(1));
      int next = tried + 1;
      await().atMost(SOON).until(() -> runs.get() == next);
      Duration doubled = wait.multipliedBy(2);
      wait = doubled.compareTo(Roster.LONGEST_WAIT) < 0 ? doubled : Roster.LONGEST_WAIT;
    }
    assertThat(news).isEmpty();
    assertThat(upkeep.status(ONE).failure()).contains("the disk is full");
  }

  @Test
  void afterASuccessTheSameFailureIsNews() throws Exception {
    Chore chore =
        (_, _) -> {
          if (runs.incrementAndGet() == 2) {
            return Optional.empty();
          }
          throw new IOException("no");
        };
    upkeep.wanted(ONE, chore);
    assertThat(news.poll(SOON.toSeconds(), TimeUnit.SECONDS)).isInstanceOf(IndexNews.Failed.class);
    awaitDoing(ONE, Doing.WAITING);
    await().atMost(SOON).until(() -> time.pendingAlarms() == 1);
    time.advance(Roster.FIRST_WAIT);
    awaitDoing(ONE, Doing.NOTHING);
    assertThat(upkeep.status(ONE).failure()).isEmpty();
    upkeep.wanted(ONE, chore);
    assertThat(news.poll(SOON.toSeconds(), TimeUnit.SECONDS))
        .isEqualTo(new IndexNews.Failed(ONE, "no", Roster.FIRST_WAIT));
  }

  @Test
  void whatAnotherProcessIsInTheWayOfIsNoFailureAndTriedAgainSoon() {
    upkeep.wanted(
        ONE,
        (_, _) ->
            runs.incrementAndGet() == 1
                ? Optional.of(Duration.ofSeconds(5))
                : Optional.<Duration>empty());
    awaitDoing(ONE, Doing.WAITING);
    await().atMost(SOON).until(() -> time.pendingAlarms() == 1);
    time.advance(Duration.ofSeconds(5));
    awaitDoing(ONE, Doing.NOTHING);
    assertThat(runs).hasValue(2);
    assertThat(news).isEmpty();
  }

  @Test
  void whatHangsIsEndedAndCountsAsFailed() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    upkeep.wanted(
        ONE,
        (_, token) -> {
          begun.countDown();
          token.await();
          token.throwIfCancelled();
          return Optional.empty();
        });
    assertThat(passes(begun)).isTrue();
    time.advance(Upkeep.LONGEST);
    assertThat(news.poll(SOON.toSeconds(), TimeUnit.SECONDS)).isInstanceOf(IndexNews.Failed.class);
    awaitDoing(ONE, Doing.WAITING);
  }

  @Test
  void closingEndsWhatIsBeingDoneAndNothingMoreIsTaken() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    upkeep.wanted(
        ONE,
        (_, token) -> {
          begun.countDown();
          token.await();
          ended.countDown();
          token.throwIfCancelled();
          return Optional.empty();
        });
    assertThat(passes(begun)).isTrue();
    upkeep.wanted(TWO, (_, _) -> Optional.of(Duration.ofSeconds(runs.incrementAndGet())));
    upkeep.close();
    assertThat(passes(ended)).isTrue();
    upkeep.wanted(TWO, (_, _) -> Optional.of(Duration.ofSeconds(runs.incrementAndGet())));
    Path late = Path.of("late");
    upkeep.wanted(late, (_, _) -> Optional.of(Duration.ofSeconds(runs.incrementAndGet())));
    assertThat(upkeep.status(late)).isEqualTo(UpkeepStatus.IDLE);
    assertThat(runs).hasValue(0);
    await().atMost(SOON).until(() -> time.pendingAlarms() == 0);
    assertThat(news).isEmpty();
  }

  @Test
  void itStandsBackWhileAQuestionIsBeingAnswered() throws Exception {
    List<String> order = new CopyOnWriteArrayList<>();
    try (Questions.Asked _ = questions.ask()) {
      upkeep.wanted(
          ONE,
          (progress, _) -> {
            progress.at(Progress.Phase.SYNTAX, 1, 2);
            order.add("a step");
            return Optional.empty();
          });
      awaitDoing(ONE, Doing.STANDING_BACK);
      order.add("the answer");
    }
    awaitDoing(ONE, Doing.NOTHING);
    assertThat(order).containsExactly("the answer", "a step");
    assertThat(news.take()).isEqualTo(new IndexNews.Working(ONE, Progress.Phase.SYNTAX, 1, 2));
  }

  @Test
  void questionsWithoutEndSlowItDownAndDoNotStopIt() {
    try (Upkeep hasty =
            new Upkeep(
                Threads.standard(),
                time,
                questions,
                Duration.ofMillis(100),
                told -> news.add(told));
        Questions.Asked _ = questions.ask()) {
      hasty.wanted(
          ONE,
          (progress, _) -> {
            progress.at(Progress.Phase.JUDGING, 1, 2);
            return Optional.empty();
          });
      await().atMost(SOON).until(() -> hasty.status(ONE).doing() == Doing.NOTHING);
    }
  }

  @Test
  void aListenerThatFailsStopsNothing() {
    try (Upkeep deaf =
        new Upkeep(
            Threads.standard(),
            time,
            questions,
            LONG,
            _ -> {
              throw new IllegalStateException("deaf");
            })) {
      deaf.wanted(
          ONE,
          (progress, _) -> {
            progress.at(Progress.Phase.SYNTAX, runs.incrementAndGet(), 1);
            throw new IOException("no");
          });
      await().atMost(SOON).until(() -> deaf.status(ONE).failure().equals(Optional.of("no")));
      deaf.wanted(TWO, (_, _) -> Optional.of(Duration.ofSeconds(runs.incrementAndGet())));
      await().atMost(SOON).until(() -> runs.get() == 2);
    }
  }
}
