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

/**
 * Looks into version control: what changed together with the focus, what changed there last, and
 * which files were changed by commits that said something like the question. Of each file it shows
 * the lines that its last commit wrote, with some around them, or its beginning. It knows only what
 * led to the commit it was made for. Immutable.
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
  private static final int SHARES = 4;

  private final ProjectHistory history;
  private final String commit;
  private final Function<String, Optional<String>> texts;
  private final ToIntFunction<String> tokens;

  /**
   * Looks at what led to a commit.
   *
   * @param commit the commit whose tree is asked about
   * @param texts the text of a file in that tree, secrets taken out; empty for one that is not
   *     there or not to be seen
   * @param tokens how many tokens a text has
   */
  public TemporalArchaeology(
      ProjectHistory history,
      String commit,
      Function<String, Optional<String>> texts,
      ToIntFunction<String> tokens) {
    this.history = history;
    this.commit = commit;
    this.texts = texts;
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
    Map<String, List<LineRange>> changed = changedLines(leads, token);
    List<ContextFragment> found = new ArrayList<>();
    long sum = 0;
    for (Lead lead : leads) {
      if (sum > (long) share * SHARES) {
        break;
      }
      token.throwIfCancelled();
      Optional<String> text = texts.apply(lead.path()).filter(it -> !it.isBlank());
      if (text.isPresent()) {
        List<String> lines = text.get().lines().toList();
        List<LineRange> ranges = changed.getOrDefault(lead.path(), List.of());
        for (LineRange range : shown(ranges, lines.size())) {
          ContextFragment fragment = fragment(lead, range, lines);
          found.add(fragment);
          sum += fragment.tokens();
        }
      }
    }
    return found;
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

  /** The changed lines with some around them, joined where they touch; or the beginning. */
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
    return shown.isEmpty() ? List.of(new LineRange(1, Math.min(lines, HEAD))) : shown;
  }

  private ContextFragment fragment(Lead lead, LineRange range, List<String> lines) {
    String content = String.join("\n", lines.subList(range.first() - 1, range.last())) + "\n";
    return new ContextFragment(
        NodeId.file(lead.path()),
        range,
        Depth.FULL,
        content,
        tokens.applyAsInt(content),
        lead.score(),
        new Provenance(NAME, lead.why(), Optional.of(lead.last().time())));
  }
}
