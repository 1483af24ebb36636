package dev.cleveragents.context.strategy;

import dev.cleveragents.context.Backend;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.Provenance;
import dev.cleveragents.context.code.DepthRenderer;
import dev.cleveragents.context.code.Rendered;
import dev.cleveragents.context.graph.CodeGraph;
import dev.cleveragents.context.graph.GraphStep;
import dev.cleveragents.context.graph.GraphWalk;
import dev.cleveragents.context.graph.Relation;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Walks the code graph from where the request looks: its focus, its entities, and names in its
 * question that the project defines. Shows the starts in full, what is one hop away by its
 * signatures, and the rest by its members; farther than two hops only that it is there. It goes no
 * farther once the nodes it has reached fill its share.
 */
public final class BreadthDepthNavigator implements Strategy {

  /** Its name. */
  public static final String NAME = "breadth-depth-navigator";

  private static final int FRONTIER = 24;
  private static final int MOST_STEPS = 200;

  private static final int MOST_STARTS = 12;
  private static final int MOST_WORDS = 60;
  private static final int MOST_MEANINGS = 4;

  private static final Pattern WORD =
      Pattern.compile("(`)?([\\p{L}_$][\\p{L}\\p{N}_$]*(?:[./:#-]+[\\p{L}\\p{N}_$]+)*)(\\()?");
  private static final Pattern LIKE_A_NAME =
      Pattern.compile("\\p{Ll}\\p{Lu}|\\p{L}_\\p{L}|\\p{Lu}.*\\p{Lu}\\p{Ll}|[./]");

  private final CodeGraph graph;
  private final ToIntFunction<String> tokens;

  /** Where requests look from, each found out once; safe by itself. */
  private final Map<ContextRequest, List<NodeId>> starts = new ConcurrentHashMap<>();

  /**
   * Walks in this graph.
   *
   * @param tokens counts the tokens of a text
   */
  public BreadthDepthNavigator(CodeGraph graph, ToIntFunction<String> tokens) {
    this.graph = graph;
    this.tokens = tokens;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Set<Backend> needs() {
    return Set.of(Backend.SYNTAX);
  }

  /** Well where it is told where to begin, less well where it must find that in the question. */
  @Override
  public double canHandle(ContextRequest request, Set<Backend> there) {
    if (!there.contains(Backend.SYNTAX)) {
      return 0;
    }
    boolean told = !request.focus().isEmpty() || !request.entities().isEmpty();
    return told ? 0.9 : starts(request).isEmpty() ? 0 : 0.6;
  }

  @Override
  public List<ContextFragment> find(ContextRequest request, int share, CancellationToken token) {
    GraphWalk walk = graph.walk(starts(request), FRONTIER, token);
    Map<NodeId, Optional<Rendered>> shown = new HashMap<>();
    Found found = found(walk.to(0), request, share, shown, token);
    for (int hops = 1; hops <= request.reach().breadth() && !found.full(); hops++) {
      found = found(walk.to(hops), request, share, shown, token);
    }
    return found.fragments();
  }

  private List<NodeId> starts(ContextRequest request) {
    return starts.computeIfAbsent(request, this::findStarts);
  }

  /**
   * Where a request looks from, most clearly asked for first: its focus, its entities as paths or
   * names, and what its question names. A word of the question is a name if it looks like one (a
   * capital or underscore inside, a capital first, marked as code, or called) and few define it.
   */
  private List<NodeId> findStarts(ContextRequest request) {
    Set<NodeId> starts = new LinkedHashSet<>(request.focus());
    request.entities().forEach(entity -> starts.addAll(meanings(entity, MOST_STARTS)));
    Matcher words = WORD.matcher(request.query());
    for (int i = 0; i < MOST_WORDS && starts.size() < MOST_STARTS && words.find(); i++) {
      boolean marked = words.group(1) != null || words.group(3) != null;
      String word = words.group(2);
      boolean capital = Character.isUpperCase(word.charAt(0)) && words.start() > 0;
      if (marked || capital || LIKE_A_NAME.matcher(word).find()) {
        starts.addAll(meanings(word, MOST_MEANINGS));
      }
    }
    return starts.stream().limit(MOST_STARTS).toList();
  }

  /** The file of this path, or the definitions of this name if there are not too many. */
  private List<NodeId> meanings(String name, int most) {
    if (graph.snapshot().contains(name)) {
      return List.of(NodeId.file(name));
    }
    String dotted = name.replace("::", ".").replace('#', '.');
    boolean few = graph.snapshot().pathsDefining(dotted, most).isPresent();
    List<NodeId> found = few ? graph.definitions(dotted) : List.of();
    return found.size() <= most ? found : List.of();
  }

  /** The fragments of reached nodes that fit, and whether they fill the room. */
  private record Found(List<ContextFragment> fragments, boolean full) {}

  /**
   * @param shown what was shown of each node before; how, depends on its hops alone
   */
  private Found found(
      List<GraphStep> steps,
      ContextRequest request,
      int share,
      Map<NodeId, Optional<Rendered>> shown,
      CancellationToken token) {
    List<ContextFragment> fragments = new ArrayList<>();
    long room = Math.max(1, share) * 2L;
    for (GraphStep step : steps.stream().sorted(BEST_FIRST).limit(MOST_STEPS).toList()) {
      token.throwIfCancelled();
      if (room <= 0) {
        return new Found(fragments, true);
      }
      Optional<Rendered> rendered =
          shown.computeIfAbsent(step.node(), _ -> rendered(step, request.reach().depth()));
      if (rendered.isPresent()) {
        ContextFragment fragment = fragment(step, rendered.get());
        fragments.add(fragment);
        room -= fragment.tokens();
      }
    }
    return new Found(fragments, room <= 0);
  }

  private static final Comparator<GraphStep> BEST_FIRST =
      Comparator.comparingDouble(GraphStep::score).reversed().thenComparing(GraphStep::node);

  private Optional<Rendered> rendered(GraphStep step, Depth wanted) {
    String path = step.node().path();
    Optional<String> content = graph.snapshot().text(path);
    if (content.isEmpty()) {
      return Optional.empty();
    }
    return graph
        .snapshot()
        .parsed(path)
        .flatMap(
            file ->
                DepthRenderer.render(step.node(), content.get(), file, depth(step.hops(), wanted)));
  }

  private ContextFragment fragment(GraphStep step, Rendered rendered) {
    return new ContextFragment(
        step.node(),
        rendered.lines(),
        rendered.depth(),
        rendered.text(),
        tokens.applyAsInt(rendered.text()),
        Math.clamp(step.score(), 0, 1),
        new Provenance(NAME, why(step), Optional.empty()));
  }

  /** Nearer ones in more detail; what the request wants counts where it is more. */
  static Depth depth(int hops, Depth wanted) {
    return switch (hops) {
      case 0 -> Depth.FULL;
      case 1 -> wanted.compareTo(Depth.SIGNATURES) > 0 ? wanted : Depth.SIGNATURES;
      case 2 -> wanted.compareTo(Depth.MEMBERS) < 0 ? wanted : Depth.MEMBERS;
      default -> Depth.LISTING;
    };
  }

  private static String why(GraphStep step) {
    if (step.relation() == Relation.START) {
      return "asked for";
    }
    String far = step.hops() == 1 ? "" : ", %d hops away".formatted(step.hops());
    return step.relation().words() + " " + step.from() + far;
  }
}
