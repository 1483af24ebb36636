package dev.cleveragents.bench.retrieval;

import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.history.HistoryView;
import dev.cleveragents.context.index.IndexSnapshot;
import dev.cleveragents.context.pipeline.PipelineSources;
import dev.cleveragents.context.pipeline.StrategyWeights;
import dev.cleveragents.context.project.AssemblyOptions;
import dev.cleveragents.context.project.ProjectContext;
import dev.cleveragents.context.project.ProjectState;
import dev.cleveragents.context.strategy.Strategy;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Asks each contender about one case, one after the other, and times them. */
final class Questioner {

  static final String HOT = "hot files";
  static final String GREP = "grep";
  static final String MAP = "repository map";
  static final String SENT = "whole answer, default weights";
  static final String SENT_ALONE = "whole answer, " + StrategyWeights.SIMPLE_KEYWORD + " alone";
  static final String SENT_ALL = "whole answer, all strategies alike";

  /** What the pipeline really sends, with the weights of each name. */
  static final List<String> WHOLE = List.of(SENT_ALONE, SENT, SENT_ALL);

  private static final CancellationToken GO = CancellationToken.none();
  private static final int ROOM = Marks.BUDGETS.getLast();
  private static final AssemblyOptions OPTIONS = AssemblyOptions.STANDARD.reproducible();
  private static final AssemblyOptions ALONE =
      weighing(
          new StrategyWeights(Map.of(StrategyWeights.SIMPLE_KEYWORD, 1.0), Set.of(), 0, "alone"));
  private static final AssemblyOptions ALL =
      weighing(new StrategyWeights(Map.of(), Set.of(), 1, "all alike"));

  private final ProjectContext project;
  private final Map<String, Ranker> baselines = new LinkedHashMap<>();

  Questioner(ProjectContext project) {
    this.project = project;
    Shown shown = new Shown(OPTIONS.counter()::count);
    baselines.put(HOT, new HotFiles(shown));
    baselines.put(GREP, new Grep(OPTIONS.counter()::count));
    baselines.put(MAP, new RepositoryMap(shown));
  }

  private static AssemblyOptions weighing(StrategyWeights weights) {
    return OPTIONS.withSettings(OPTIONS.settings().withWeights(weights));
  }

  /** The project's index must hold the tree before the case, and its HEAD be the commit of that. */
  Asked ask(CommitCase asked, HistoryView led, ChangedHunks changed) throws InterruptedException {
    Answers answers = new Answers(asked, changed);
    project.look(
        ProjectState.NEWEST,
        OPTIONS,
        GO,
        (seen, sources) -> answers.add(seen, sources, led, baselines));
    answers.addSent(SENT, OPTIONS, project);
    answers.addSent(SENT_ALONE, ALONE, project);
    answers.addSent(SENT_ALL, ALL, project);
    return answers.done();
  }

  /** What came of one case so far. Used by one thread. */
  private static final class Answers {

    private final CommitCase asked;
    private final ChangedHunks changed;
    private final HashSet<String> wanted;
    private final Map<String, Marks> marks = new HashMap<>();
    private final Map<String, Long> nanos = new HashMap<>();

    Answers(CommitCase asked, ChangedHunks changed) {
      this.asked = asked;
      this.changed = changed;
      this.wanted = new HashSet<>(asked.files());
    }

    Asked done() {
      return new Asked(asked, marks, nanos);
    }

    int add(
        IndexSnapshot seen, PipelineSources sources, HistoryView led, Map<String, Ranker> baselines)
        throws InterruptedException {
      ContextRequest request = ContextRequest.about(asked.question(), ROOM);
      for (Strategy strategy : sources.strategies()) {
        long start = System.nanoTime();
        List<ContextFragment> fragments = found(strategy, request);
        nanos.put(strategy.name(), System.nanoTime() - start);
        List<Ranked> found = FileRanking.of(fragments, OPTIONS.counter()::count);
        marks.put(strategy.name(), Marks.of(found, wanted));
      }
      Ranker.Before before = new Ranker.Before(led, seen);
      baselines.forEach(
          (name, baseline) -> {
            long start = System.nanoTime();
            List<Ranked> found = baseline.rank(asked, before);
            nanos.put(name, System.nanoTime() - start);
            marks.put(name, Marks.of(found, wanted));
          });
      return marks.size();
    }

    void addSent(String name, AssemblyOptions options, ProjectContext project)
        throws InterruptedException {
      List<AssembledContext> sent = new ArrayList<>();
      for (int budget : Marks.BUDGETS) {
        long start = System.nanoTime();
        sent.add(
            project.assemble(
                ContextRequest.about(asked.question(), budget), ProjectState.NEWEST, options, GO));
        nanos.put(name, System.nanoTime() - start);
      }
      marks.put(name, Marks.ofSent(sent, wanted, changed));
    }

    private static List<ContextFragment> found(Strategy strategy, ContextRequest request)
        throws InterruptedException {
      try {
        return strategy.find(request, ROOM, GO);
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(strategy.name() + " failed: " + e.getMessage(), e);
      }
    }
  }
}
