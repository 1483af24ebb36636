package dev.cleveragents.bench.retrieval;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.history.CommitCase;
import dev.cleveragents.context.history.CommitCases;
import dev.cleveragents.context.history.HistoryLimits;
import dev.cleveragents.context.history.HistoryView;
import dev.cleveragents.context.history.ProjectHistory;
import dev.cleveragents.context.index.GitTree;
import dev.cleveragents.context.index.IndexSettings;
import dev.cleveragents.context.index.IndexSnapshot;
import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.index.ProjectIndex;
import dev.cleveragents.context.quality.JudgedCase;
import dev.cleveragents.context.quality.Ranked;
import dev.cleveragents.context.strategy.SimpleKeyword;
import dev.cleveragents.context.strategy.Strategy;
import dev.cleveragents.context.strategy.TemporalArchaeology;
import dev.cleveragents.context.token.TokenCounter;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.Threads;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Asks one repository about its own commits, each at the tree before it. */
final class Repository {

  /** So that the history of every case is as long as it would have been then. */
  private static final HistoryLimits ALL = new HistoryLimits(50_000, 256 * 1024 * 1024);

  private static final CancellationToken GO = CancellationToken.none();
  private static final int ROOM = 64 * 1024;

  /** What was asked and what everybody answered, and how long each took, in nanoseconds. */
  record Answers(List<CommitCase> cases, List<JudgedCase> judged, Map<String, List<Long>> nanos) {}

  private final Git git;
  private final Path work;
  private final TimeSource time = TimeSource.system();

  Repository(Path folder, Path work) {
    this.git = new Git(new CommandRunner(Threads.standard(), time, UlidGenerator.system()), folder);
    this.work = work;
  }

  Answers ask(int most) throws Exception {
    ProjectHistory history = new ProjectHistory(git, work.resolve("history"), ALL);
    List<CommitCase> cases =
        new ArrayList<>(new CommitCases(git).of(history.at("HEAD", GO), most, GO));
    TokenCounter counter = TokenCounter.estimating();
    Map<String, Ranker> rankers = rankers(history, counter);
    List<JudgedCase> judged = new ArrayList<>();
    Map<String, List<Long>> nanos = new TreeMap<>();
    try (ProjectIndex index =
        ProjectIndex.open(
            work.resolve("index"), IndexSettings.STANDARD, Threads.standard(), time)) {
      for (CommitCase asked : cases) {
        index.update(GitTree.of(git, asked.parent(), GO), Progress.NONE, GO);
        HistoryView led = history.at(asked.parent(), GO);
        try (IndexSnapshot snapshot = index.snapshot()) {
          Ranker.Before before = new Ranker.Before(led, snapshot);
          Map<String, List<Ranked>> rankings = new TreeMap<>();
          for (Map.Entry<String, Ranker> ranker : rankers.entrySet()) {
            long start = time.nanos();
            rankings.put(ranker.getKey(), ranker.getValue().rank(asked, before));
            nanos
                .computeIfAbsent(ranker.getKey(), name -> new ArrayList<>())
                .add(time.nanos() - start);
          }
          judged.add(new JudgedCase(asked.commit(), Set.copyOf(asked.files()), rankings));
        }
      }
    }
    return new Answers(cases, judged, nanos);
  }

  private static Map<String, Ranker> rankers(ProjectHistory history, TokenCounter counter) {
    Baselines baselines = new Baselines(counter::count);
    Map<String, Ranker> rankers = new LinkedHashMap<>();
    rankers.put(
        RetrievalFigures.ALONE,
        (asked, before) -> found(new SimpleKeyword(before.snapshot(), counter::count), asked));
    rankers.put(
        TemporalArchaeology.NAME,
        (asked, before) ->
            found(
                new TemporalArchaeology(
                    history, asked.parent(), path -> text(before.snapshot(), path), counter::count),
                asked));
    rankers.put(RetrievalFigures.HOT, baselines::hotFiles);
    rankers.put(RetrievalFigures.GREP, baselines::grep);
    return rankers;
  }

  private static Optional<String> text(IndexSnapshot snapshot, String path) {
    return snapshot.contains(path) ? snapshot.text(path) : Optional.empty();
  }

  private static List<Ranked> found(Strategy strategy, CommitCase asked) throws Exception {
    List<Ranked> ranked = new ArrayList<>();
    for (ContextFragment fragment :
        strategy.find(ContextRequest.about(asked.question(), ROOM), ROOM, GO)) {
      ranked.add(new Ranked(fragment.path(), fragment.relevance(), fragment.tokens()));
    }
    return ranked;
  }
}
