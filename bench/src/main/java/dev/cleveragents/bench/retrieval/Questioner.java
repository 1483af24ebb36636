package dev.cleveragents.bench.retrieval;

import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.NodeId;
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
  static final String SENT = "whole answer, default: words and history alike";
  static final String SENT_ALONE = "whole answer, " + StrategyWeights.SIMPLE_KEYWORD + " alone";

  /** What the pipeline really sends, with the weights of each name. */
  static final List<String> WHOLE = List.of(SENT_ALONE, SENT);

  static final String FOCUS_AS_WORDS = "words and history, focus as words of the question";
  static final String FOCUS = "words and history, with focus";
  static final String FOCUS_GRAPH = "words, history and code graph, with focus";

  /** Questions with a focus. */
  static final List<String> FOCUSED = List.of(FOCUS_AS_WORDS, FOCUS, FOCUS_GRAPH);

  private static final CancellationToken GO = CancellationToken.none();
  private static final int ROOM = Marks.BUDGETS.getLast();

  /** Whether single strategies and baselines are measured too, which takes most of the time. */
  static final boolean RANKINGS = !Boolean.getBoolean("answers.only");

  /** The budget of the answers whose time is reported. */
  private static final int TIMED = 16 * 1024;

  private static final AssemblyOptions OPTIONS = AssemblyOptions.STANDARD.reproducible();
  private static final String HISTORY = "temporal-archaeology";
  private static final String GRAPH = "breadth-depth-navigator";

  private static final AssemblyOptions ALONE = alike(StrategyWeights.SIMPLE_KEYWORD);
  private static final AssemblyOptions BOTH = alike(StrategyWeights.SIMPLE_KEYWORD, HISTORY);
  private static final AssemblyOptions WITH_GRAPH =
      alike(StrategyWeights.SIMPLE_KEYWORD, HISTORY, GRAPH);

  private final ProjectContext project;
  private final Map<String, Ranker> baselines = new LinkedHashMap<>();

  Questioner(ProjectContext project) {
    this.project = project;
    Shown shown = new Shown(OPTIONS.counter()::count);
    baselines.put(HOT, new HotFiles(shown));
    baselines.put(GREP, new Grep(OPTIONS.counter()::count));
    baselines.put(MAP, new RepositoryMap(shown));
  }

  /** These strategies and no other, each with weight 1. */
  private static AssemblyOptions alike(String... strategies) {
    Map<String, Double> weights = new HashMap<>();
    for (String strategy : strategies) {
      weights.put(strategy, 1.0);
    }
    return OPTIONS.withSettings(
        OPTIONS.settings().withWeights(new StrategyWeights(weights, 0, "measured")));
  }

  /** The project's index must hold the tree before the case, and its HEAD be the commit of that. */
  Asked ask(CommitCase asked, HistoryView led, ChangedHunks changed) throws InterruptedException {
    Answers answers = new Answers(asked, changed);
    if (RANKINGS) {
      project.look(
          ProjectState.NEWEST,
          OPTIONS,
          GO,
          (seen, sources) -> answers.add(seen, sources, led, baselines));
    }
    answers.addSent(SENT, OPTIONS, project);
    answers.addSent(SENT_ALONE, ALONE, project);
    if (asked.files().size() > 1) {
      String focus = asked.files().getFirst();
      answers.addFocused(FOCUS_AS_WORDS, BOTH, about(asked.question() + " " + focus), project);
      ContextRequest focused = about(asked.question()).withFocus(List.of(NodeId.file(focus)));
      answers.addFocused(FOCUS, BOTH, focused, project);
      answers.addFocused(FOCUS_GRAPH, WITH_GRAPH, focused, project);
    }
    return answers.done();
  }

  private static ContextRequest about(String question) {
    return ContextRequest.about(question, ROOM);
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
      List<AssembledContext> sent = sent(name, options, about(asked.question()), project);
      marks.put(name, Marks.ofSent(sent, wanted, changed));
    }

    /** The focus is the first file of the case; the others are wanted. */
    void addFocused(
        String name, AssemblyOptions options, ContextRequest request, ProjectContext project)
        throws InterruptedException {
      String focus = asked.files().getFirst();
      Set<String> others = new HashSet<>(wanted);
      others.remove(focus);
      List<AssembledContext> sent = sent(name, options, request, project);
      marks.put(name, Marks.ofSent(sent, focus, others, changed.without(focus)));
    }

    private List<AssembledContext> sent(
        String name, AssemblyOptions options, ContextRequest request, ProjectContext project)
        throws InterruptedException {
      List<AssembledContext> sent = new ArrayList<>();
      for (int budget : Marks.BUDGETS) {
        long start = System.nanoTime();
        sent.add(project.assemble(request.withBudget(budget), ProjectState.NEWEST, options, GO));
        if (budget == TIMED) {
          nanos.put(name, System.nanoTime() - start);
        }
      }
      return sent;
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
