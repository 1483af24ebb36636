package dev.cleveragents.context.strategy;

import dev.cleveragents.context.Backend;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.Provenance;
import dev.cleveragents.context.history.Commit;
import dev.cleveragents.context.history.HistoryRanking;
import dev.cleveragents.context.history.HistoryRanking.Lead;
import dev.cleveragents.context.history.HistoryView;
import dev.cleveragents.context.history.ProjectHistory;
import dev.cleveragents.context.index.Hit;
import dev.cleveragents.context.index.TextQuery;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * Looks into version control: what changed together with the focus, what changed there last, and
 * which files were changed by commits that said something like the question. History chooses the
 * files, the words of the request choose the lines: it shows the {@value #PIECES} best pieces of
 * each file, or its beginning if no piece has one of the words. A request without words gets the
 * lines that each file's last commit wrote. It knows only what led to the commit it was made for.
 * Immutable.
 */
public final class TemporalArchaeology implements Strategy {

  /** Its name. */
  public static final String NAME = "temporal-archaeology";

  private static final int MOST_LEADS = 40;

  /** The number of best files for which git is asked about changed lines. */
  private static final int WITH_LINES = 12;

  private static final int AROUND = 8;
  private static final int HEAD = 60;
  private static final int MOST_LINES = 120;

  /** How many times its share it offers: what does not fit is left out later. */
  private static final int SHARES = 8;

  /** How many pieces of a file it shows at most. */
  private static final int PIECES = 2;

  /** How many pieces are searched for in all its files. */
  private static final int MOST_PIECES = 400;

  /** Finds the best pieces for words in some files. */
  @FunctionalInterface
  public interface PieceSearch {

    /** The best ones, the best first. */
    List<Hit> in(TextQuery query, List<String> paths, int limit);
  }

  private final ProjectHistory history;
  private final String commit;
  private final Function<String, Optional<String>> texts;
  private final PieceSearch pieces;
  private final ToIntFunction<String> tokens;

  /**
   * Looks at what led to a commit.
   *
   * @param commit the commit whose tree is asked about
   * @param texts the text of a file in that tree, secrets taken out; empty for one that is not
   *     there or not to be seen
   * @param pieces searches the same tree
   * @param tokens how many tokens a text has
   */
  public TemporalArchaeology(
      ProjectHistory history,
      String commit,
      Function<String, Optional<String>> texts,
      PieceSearch pieces,
      ToIntFunction<String> tokens) {
    this.history = history;
    this.commit = commit;
    this.texts = texts;
    this.pieces = pieces;
    this.tokens = tokens;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Set<Backend> needs() {
    return Set.of(Backend.HISTORY);
  }

  @Override
  public double canHandle(ContextRequest request, Set<Backend> there) {
    if (!there.contains(Backend.HISTORY)) {
      return 0;
    }
    if (!request.focus().isEmpty()) {
      return 0.7;
    }
    return question(request).isBlank() ? 0 : 0.5;
  }

  @Override
  public List<ContextFragment> find(ContextRequest request, int share, CancellationToken token)
      throws InterruptedException {
    HistoryView all = history.at(commit, token);
    HistoryView view = request.reach().since().map(all::since).orElse(all);
    List<String> focus = request.focus().stream().map(NodeId::path).distinct().toList();
    List<Lead> leads = HistoryRanking.of(view, question(request), focus, MOST_LEADS);
    Lines lines = question(request).isBlank() ? lastChanges(leads, token) : byWords(request, leads);
    List<ContextFragment> found = new ArrayList<>();
    long sum = 0;
    for (Lead lead : leads) {
      if (sum > (long) share * SHARES) {
        break;
      }
      token.throwIfCancelled();
      Optional<String> text = texts.apply(lead.path()).filter(it -> !it.isBlank());
      if (text.isPresent()) {
        List<String> content = text.get().lines().toList();
        for (Piece piece : lines.of(lead, content.size())) {
          ContextFragment fragment = fragment(lead, piece, content);
          found.add(fragment);
          sum += fragment.tokens();
        }
      }
    }
    found.sort(Comparator.comparingDouble((ContextFragment it) -> -it.relevance()));
    return found;
  }

  /** What is shown of a file, and its part of the file's score. */
  private record Piece(String symbol, LineRange lines, double part) {}

  /** Chooses what is shown of a file. */
  private interface Lines {
    List<Piece> of(Lead lead, int lines);
  }

  private Lines byWords(ContextRequest request, List<Lead> leads) {
    Map<String, List<Hit>> hits =
        pieces
            .in(
                new TextQuery(request.query(), request.entities()),
                leads.stream().map(Lead::path).toList(),
                MOST_PIECES)
            .stream()
            .collect(Collectors.groupingBy(Hit::path));
    return (lead, count) -> {
      List<Hit> best =
          hits.getOrDefault(lead.path(), List.of()).stream()
              .filter(hit -> hit.lines().last() <= count)
              .limit(PIECES)
              .toList();
      return best.isEmpty()
          ? List.of(beginning(count))
          : best.stream()
              .map(
                  hit ->
                      new Piece(hit.symbol(), hit.lines(), hit.score() / best.getFirst().score()))
              .toList();
    };
  }

  private Lines lastChanges(List<Lead> leads, CancellationToken token) throws InterruptedException {
    Map<String, List<LineRange>> changed = changedLines(leads, token);
    return (lead, count) -> {
      List<LineRange> shown = shown(changed.getOrDefault(lead.path(), List.of()), count);
      return shown.isEmpty()
          ? List.of(beginning(count))
          : shown.stream().map(range -> new Piece("", range, 1)).toList();
    };
  }

  private static Piece beginning(int count) {
    return new Piece("", new LineRange(1, Math.min(count, HEAD)), 1);
  }

  private static String question(ContextRequest request) {
    return (request.query() + " " + String.join(" ", request.entities())).strip();
  }

  private Map<String, List<LineRange>> changedLines(List<Lead> leads, CancellationToken token)
      throws InterruptedException {
    Map<String, Commit> last = new LinkedHashMap<>();
    leads.stream().limit(WITH_LINES).forEach(lead -> last.put(lead.path(), lead.last()));
    return history.changedLines(last, token);
  }

  /** The changed lines with some around them, joined where they touch. */
  private static List<LineRange> shown(List<LineRange> changed, int lines) {
    List<LineRange> shown = new ArrayList<>();
    int left = MOST_LINES;
    for (LineRange range :
        changed.stream().sorted(Comparator.comparingInt(LineRange::first)).toList()) {
      int first = Math.max(1, range.first() - AROUND);
      int last = Math.min(Math.min(lines, range.last() + AROUND), first + left - 1);
      if (first > lines || last < first) {
        continue;
      }
      LineRange wide = new LineRange(first, last);
      LineRange before = shown.isEmpty() ? null : shown.getLast();
      if (before != null && wide.first() <= before.last() + 1) {
        shown.set(shown.size() - 1, before.spanning(wide));
      } else {
        shown.add(wide);
      }
      left = MOST_LINES - shown.stream().mapToInt(LineRange::length).sum();
    }
    return shown;
  }

  private ContextFragment fragment(Lead lead, Piece piece, List<String> lines) {
    LineRange range = piece.lines();
    String content = String.join("\n", lines.subList(range.first() - 1, range.last())) + "\n";
    return new ContextFragment(
        new NodeId(lead.path(), piece.symbol()),
        range,
        Depth.FULL,
        content,
        tokens.applyAsInt(content),
        lead.score() * piece.part(),
        new Provenance(NAME, lead.why(), Optional.of(lead.last().time())));
  }
}
