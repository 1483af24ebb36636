package dev.cleveragents.context.project;

import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.project.UpkeepStatus.Doing;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.Threads;
import dev.cleveragents.kernel.time.Timer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the indexes of projects in shape in the background: their syntax is read and their weights
 * are fitted without anybody waiting for it. Nothing is started before the first project is wanted.
 *
 * <p>One thread at most works, on one project at a time in the order in which they were wanted, and
 * ends when there is nothing left to do; {@link Roster} holds that. At each step it stands back for
 * a while if a question is being answered. What fails is told once and tried again later and later.
 * What is cut off goes on where it was, in this process or another.
 */
public final class Upkeep implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Upkeep.class);

  /** After that a chore is taken to hang, and counts as failed. */
  static final Duration LONGEST = Duration.ofMinutes(30);

  /** How long questions hold up each step at most: they slow it down and cannot stop it. */
  static final Duration STANDS_BACK = Duration.ofSeconds(2);

  private static final Duration ENDS_WITHIN = Duration.ofSeconds(2);

  private final Scope scope;
  private final Timer timer;
  private final Questions questions;
  private final Duration standsBack;
  private final Consumer<IndexNews> news;
  private final Roster roster = new Roster();

  /**
   * @param standsBack {@link #STANDS_BACK}
   */
  Upkeep(
      Threads threads,
      Timer timer,
      Questions questions,
      Duration standsBack,
      Consumer<IndexNews> news) {
    this.scope = Scope.open("upkeep", threads, CancellationToken.none());
    this.timer = timer;
    this.questions = questions;
    this.standsBack = standsBack;
    this.news = news;
  }

  /**
   * Upkeep for the projects of this equipment; close it before them.
   *
   * @param news hears what is done and what fails, on the thread that does it; what it throws is
   *     logged
   */
  public static Upkeep of(Equipment equipment, Consumer<IndexNews> news) {
    return new Upkeep(
        equipment.threads(), equipment.timer(), equipment.questions(), STANDS_BACK, news);
  }

  /** Has a project seen to, soon, whose text was brought up to date. Never waits. */
  public void wanted(ProjectContext project) {
    wanted(project.root(), new ProjectChore(project, this::tell));
  }

  void wanted(Path root, Chore chore) {
    if (roster.want(root, chore)) {
      start();
    }
  }

  /** How a project stands. */
  public UpkeepStatus status(Path root) {
    return roster.status(root);
  }

  private void start() {
    try {
      scope.forkPlatform("work", this::work);
    } catch (IllegalStateException | OutOfMemoryError e) {
      if (roster.notStarted()) {
        log.warn("No thread for the upkeep of indexes; it is tried when one is wanted again", e);
      }
    }
  }

  private boolean work() {
    Optional<Roster.Turn> turn = roster.next();
    while (turn.isPresent()) {
      attend(turn.get().root(), turn.get().chore());
      turn = roster.next();
    }
    return true;
  }

  private void attend(Path root, Chore chore) {
    try {
      Optional<Duration> later = bounded(root, chore);
      if (later.isPresent()) {
        roster.later(root);
        backAfter(later.get(), root);
      } else {
        roster.done(root);
      }
    } catch (Throwable e) {
      if (!scope.token().isCancelled()) {
        failed(root, e);
      }
    }
  }

  private Optional<Duration> bounded(Path root, Chore chore) throws Exception {
    try (CancellationSource bounded =
        CancellationSource.withDeadline(timer, LONGEST, scope.token())) {
      return chore.run(following(root, bounded.token()), bounded.token());
    }
  }

  private void failed(Path root, Throwable e) {
    String why = e.getMessage() == null ? e.toString() : e.getMessage();
    Roster.Retry retry = roster.failed(root, why);
    if (retry.isNew()) {
      log.debug("The upkeep of {} failed", root, e);
      tell(new IndexNews.Failed(root, why, retry.after()));
    }
    backAfter(retry.after(), root);
  }

  private void tell(IndexNews what) {
    try {
      news.accept(what);
    } catch (RuntimeException e) {
      log.warn("Nobody was told of {}", what, e);
    }
  }

  private void backAfter(Duration span, Path root) {
    timer.schedule(
        span,
        () -> {
          if (roster.back(root)) {
            start();
          }
        });
  }

  private Progress following(Path root, CancellationToken token) {
    return (phase, done, total) -> {
      boolean syntax = phase == Progress.Phase.SYNTAX;
      if ((syntax || phase == Progress.Phase.JUDGING) && questions.any()) {
        roster.doing(root, Doing.STANDING_BACK, done, total);
        standBack(token);
      }
      roster.doing(root, syntax ? Doing.SYNTAX : Doing.WEIGHTS, done, total);
      tell(new IndexNews.Working(root, phase, done, total));
    };
  }

  private void standBack(CancellationToken token) {
    try {
      questions.awaitNone(standsBack, token);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Whatever waits next will see it.
    }
  }

  /** Ends what is being done, within seconds, and takes nothing more. */
  @Override
  public void close() {
    roster.close();
    scope.closeWithin(ENDS_WITHIN);
  }
}
