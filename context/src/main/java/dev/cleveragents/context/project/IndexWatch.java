package dev.cleveragents.context.project;

import dev.cleveragents.context.index.UpdateResult;
import dev.cleveragents.context.index.UpdateResult.Outcome;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Follows a project: whenever it has changed, its text is indexed at once, and {@link Upkeep} does
 * the rest. The system's hints only say when to look; without any it is looked at from time to
 * time. What an update finds decides. One thread's own, the one that calls {@link #run}.
 */
public final class IndexWatch {

  /** One change seldom comes alone. */
  private static final Duration QUIET = Duration.ofMillis(100);

  /** After an update that took long the next one waits for more to come. */
  private static final Duration LONGEST_QUIET = Duration.ofSeconds(1);

  private static final Duration SETTLES_WITHIN = Duration.ofSeconds(2);
  private static final Duration LOOKS_EVERY = Duration.ofSeconds(2);
  private static final Duration LOOKS_WITH_HINTS_EVERY = Duration.ofSeconds(5);
  private static final Duration LOOKS_AT_LEAST_EVERY = Duration.ofMinutes(10);
  private static final Duration OTHERS_TURN = Duration.ofMillis(500);
  private static final Duration LONGEST_RETRY = Duration.ofMinutes(1);

  /** Looking takes at most one part in so many of the time. */
  private static final int SHARE = 50;

  private final ProjectContext project;
  private final Upkeep upkeep;
  private final Duration looksAtLeastEvery;
  private final Consumer<IndexNews> news;

  private Optional<String> failure = Optional.empty();
  private boolean first = true;
  private boolean toldOfLooking;
  private Duration took = Duration.ZERO;
  private Duration retry = LOOKS_EVERY;

  /**
   * A watch that has not begun.
   *
   * @param news hears of every update of the text and every new failure, on the thread that watches
   */
  public IndexWatch(ProjectContext project, Upkeep upkeep, Consumer<IndexNews> news) {
    this(project, upkeep, LOOKS_AT_LEAST_EVERY, news);
  }

  /** The same that looks this often however long a look takes. */
  IndexWatch(
      ProjectContext project, Upkeep upkeep, Duration looksAtLeastEvery, Consumer<IndexNews> news) {
    this.project = project;
    this.upkeep = upkeep;
    this.looksAtLeastEvery = looksAtLeastEvery;
    this.news = news;
  }

  /** Follows the project until cancelled. */
  public void run(CancellationToken token) throws InterruptedException {
    try (Hints hints = new Hints(project.root().getFileSystem())) {
      run(hints, token);
    }
  }

  void run(Hints hints, CancellationToken token) throws InterruptedException {
    while (!token.isCancelled()) {
      Duration until = step(hints, token);
      if (failure.isPresent()) {
        token.await(until);
      } else if (hints.await(until, token)) {
        hints.settle(between(QUIET, took, LONGEST_QUIET), SETTLES_WITHIN, token);
      }
    }
  }

  /** Brings everything up to date once, syntax and weights included, as far as nothing fails. */
  public void once(CancellationToken token) throws InterruptedException {
    try (Hints none = new Hints(project.root().getFileSystem())) {
      Duration until = step(none, token);
      while (first && failure.isEmpty() && !token.await(until)) {
        until = step(none, token);
      }
    }
    while (!upkeep.status(project.root()).isSettled() && !token.isCancelled()) {
      token.await(QUIET);
    }
  }

  /**
   * Looks once. Hints are asked for first: what changes after that is hinted at, what changed
   * before is seen.
   *
   * @return when to look again
   */
  private Duration step(Hints hints, CancellationToken token) throws InterruptedException {
    long start = System.nanoTime();
    try {
      Optional<String> noHints = hints.follow(WatchedFolders.of(project, token));
      UpdateResult result =
          project.update(
              (phase, done, total) ->
                  news.accept(new IndexNews.Working(project.root(), phase, done, total)),
              token);
      took = Duration.ofNanos(System.nanoTime() - start);
      if (result.outcome() == Outcome.BUSY) {
        return OTHERS_TURN;
      }
      failure = Optional.empty();
      retry = LOOKS_EVERY;
      if (first || result.outcome() == Outcome.UPDATED) {
        news.accept(new IndexNews.TextIndexed(project.root(), result, took));
        upkeep.wanted(project);
        first = false;
      }
      return next(noHints);
    } catch (IOException | RuntimeException e) {
      if (token.isCancelled()) {
        return Duration.ZERO;
      }
      return failed(e);
    }
  }

  private Duration next(Optional<String> noHints) {
    Duration usual = noHints.isPresent() ? LOOKS_EVERY : LOOKS_WITH_HINTS_EVERY;
    Duration next = between(usual, took.multipliedBy(SHARE), looksAtLeastEvery);
    if (noHints.isPresent() && !toldOfLooking) {
      toldOfLooking = true;
      news.accept(new IndexNews.OnlyLooking(project.root(), noHints.get(), next));
    }
    return next;
  }

  private static Duration between(Duration least, Duration wanted, Duration most) {
    Duration enough = wanted.compareTo(least) > 0 ? wanted : least;
    return enough.compareTo(most) < 0 ? enough : most;
  }

  private Duration failed(Exception e) {
    Duration again = retry;
    retry = between(LOOKS_EVERY, retry.multipliedBy(2), LONGEST_RETRY);
    String why = e.getMessage() == null ? e.toString() : e.getMessage();
    if (!failure.equals(Optional.of(why))) {
      failure = Optional.of(why);
      news.accept(new IndexNews.Failed(project.root(), why, again));
    }
    return again;
  }
}
