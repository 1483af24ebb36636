package dev.cleveragents.context.strategy;

import dev.cleveragents.context.Backend;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.Provenance;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Asks others in rounds: looks at what the best hits mention and no strategy has shown yet, and
 * asks for that, until nothing new comes or there were enough rounds. A hit counts for more the
 * nearer the top it was, half as much in each later round, and for the sum if it was found several
 * times.
 *
 * <p>The others are asked one after the other on the calling thread, so that the same request gives
 * the same answer; one that fails is left out of the round, and only if all fail does this fail.
 * What it returns has about the tokens of its share; it looks at its token before each call.
 */
public final class Arce implements Strategy {

  private static final int ROUNDS = 3;

  /** How many names are asked for in one round. */
  private static final int NAMES = 5;

  /** How many of the best hits are searched for names. */
  private static final int BEST = 10;

  private static final Pattern WORD = Pattern.compile("([\\p{L}_][\\p{L}\\p{N}_]{3,80}+)(\\()?");
  private static final Pattern INNER = Pattern.compile("\\p{Ll}\\p{Lu}|\\p{L}_\\p{L}");

  private final List<Strategy> others;
  private final Set<Backend> there;

  private record Place(NodeId node, LineRange lines, Depth depth) {}

  /** Something found, what it is worth, and what was asked for when it was found first. */
  private record Hit(ContextFragment fragment, double worth, String why) {

    static final Comparator<Hit> BEST_FIRST =
        Comparator.comparingDouble((Hit hit) -> -hit.worth)
            .thenComparing(hit -> hit.fragment.node())
            .thenComparingInt(hit -> hit.fragment.lines().first())
            .thenComparingInt(hit -> hit.fragment.lines().last())
            .thenComparing(hit -> hit.fragment.depth());

    Hit plus(Hit again) {
      return new Hit(fragment, worth + again.worth, why);
    }
  }

  /**
   * Asks these.
   *
   * @param there what there is for them to work with
   */
  public Arce(List<Strategy> others, Set<Backend> there) {
    this.others = List.copyOf(others);
    this.there = Set.copyOf(there);
  }

  @Override
  public String name() {
    return "arce";
  }

  /** Nothing itself: others that lack something are not asked. */
  @Override
  public Set<Backend> needs() {
    return Set.of();
  }

  /** As well as the best of the others can. */
  @Override
  public double canHandle(ContextRequest request, Set<Backend> available) {
    return others.stream()
        .filter(other -> available.containsAll(other.needs()))
        .mapToDouble(other -> other.canHandle(request, available))
        .max()
        .orElse(0);
  }

  @Override
  public List<ContextFragment> find(ContextRequest request, int share, CancellationToken token)
      throws Exception {
    Map<Place, Hit> hits = new LinkedHashMap<>();
    Set<String> asked = new LinkedHashSet<>(request.entities());
    ContextRequest next = request;
    for (int round = 0; round < ROUNDS; round++) {
      int before = hits.size();
      ask(next, share, round, hits, token);
      List<String> names = missing(bestFirst(hits).limit(BEST), request.query(), asked);
      if (hits.size() == before || names.isEmpty()) {
        break;
      }
      asked.addAll(names);
      next = request.withEntities(names);
    }
    return within(share, hits);
  }

  private void ask(
      ContextRequest request, int share, int round, Map<Place, Hit> hits, CancellationToken token)
      throws Exception {
    List<Strategy> able =
        others.stream()
            .filter(other -> there.containsAll(other.needs()))
            .filter(other -> other.canHandle(request, there) > 0)
            .toList();
    String why =
        round == 0 ? "" : "round %d, asked for %s: ".formatted(round + 1, request.entities());
    List<Exception> failures = new ArrayList<>();
    for (Strategy other : able) {
      token.throwIfCancelled();
      try {
        double worth = StrictMath.pow(0.5, round);
        int rank = 1;
        for (ContextFragment each : other.find(request, share / able.size(), token)) {
          Place place = new Place(each.node(), each.lines(), each.depth());
          hits.merge(place, new Hit(each, worth / rank++, why), Hit::plus);
        }
      } catch (CancelledException | InterruptedException e) {
        throw e;
      } catch (Exception e) {
        failures.add(e);
      }
    }
    if (round == 0 && !able.isEmpty() && failures.size() == able.size()) {
      throw failures.getFirst();
    }
  }

  private static Stream<Hit> bestFirst(Map<Place, Hit> hits) {
    return hits.values().stream().sorted(Hit.BEST_FIRST);
  }

  /**
   * The names that these hits mention and do not show, without those asked for before: the most
   * mentioned first, a hit counting once for a name, then by name. A word is a name if it has a
   * capital or an underscore inside, or if something is called by it.
   */
  private static List<String> missing(Stream<Hit> hits, String query, Collection<String> asked) {
    Stream.Builder<String> known = Stream.builder();
    asked.forEach(known);
    WORD.matcher(query).results().map(word -> word.group(1)).forEach(known);
    Map<String, Long> mentions = new TreeMap<>();
    hits.forEach(
        hit -> {
          shown(hit.fragment.node()).forEach(known);
          names(hit.fragment.content()).forEach(name -> mentions.merge(name, 1L, Long::sum));
        });
    Set<String> without =
        known.build().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    return mentions.entrySet().stream()
        .filter(mention -> !without.contains(mention.getKey().toLowerCase(Locale.ROOT)))
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(NAMES)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static Set<String> names(String text) {
    Set<String> names = new LinkedHashSet<>();
    Matcher words = WORD.matcher(text);
    while (words.find()) {
      if (words.group(2) != null || INNER.matcher(words.group(1)).find()) {
        names.add(words.group(1));
      }
    }
    return names;
  }

  /** What a node is called: its symbol's last name, and its file's without the ending. */
  private static List<String> shown(NodeId node) {
    String file = node.path().substring(node.path().lastIndexOf('/') + 1);
    String stem = file.contains(".") ? file.substring(0, file.indexOf('.')) : file;
    return List.of(stem, node.symbol().substring(node.symbol().lastIndexOf('.') + 1));
  }

  /** The best, as many as fit in the share, and one in any case. */
  private List<ContextFragment> within(int share, Map<Place, Hit> hits) {
    List<ContextFragment> found = new ArrayList<>();
    double most = hits.values().stream().mapToDouble(Hit::worth).max().orElse(1);
    long tokens = 0;
    for (Hit hit : bestFirst(hits).toList()) {
      ContextFragment fragment = hit.fragment;
      tokens += fragment.tokens();
      if (tokens > share && !found.isEmpty()) {
        break;
      }
      Provenance from = fragment.provenance();
      found.add(
          new ContextFragment(
              fragment.node(),
              fragment.lines(),
              fragment.depth(),
              fragment.content(),
              fragment.tokens(),
              hit.worth / most,
              new Provenance(name(), hit.why + from.strategy() + ": " + from.why(), from.time())));
    }
    return found;
  }
}
