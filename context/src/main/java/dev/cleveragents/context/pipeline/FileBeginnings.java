package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.Vote;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Adds the first piece of each of the best files to what was found: their imports and declarations,
 * which a change often touches although the words asked for are not in them. It has a part of the
 * votes of its file. It is not added where a piece that was found in full has some of its lines.
 */
final class FileBeginnings {

  private static final int FILES = 5;
  private static final double PART = 0.6;

  private final Function<String, Optional<ContextFragment>> first;

  /**
   * @param first the first piece of a file
   */
  FileBeginnings(Function<String, Optional<ContextFragment>> first) {
    this.first = first;
  }

  /** What was found, and the beginnings that were not. */
  List<Candidate> addTo(List<Candidate> found) {
    Map<String, Map<String, Double>> gains = RankFusion.byFile(found);
    List<Candidate> all = new ArrayList<>(found);
    for (String path : RankFusion.ranking(found).stream().limit(FILES).toList()) {
      first
          .apply(path)
          .filter(piece -> found.stream().noneMatch(one -> shows(one.fragment(), piece)))
          .ifPresent(
              piece ->
                  all.add(
                      new Candidate(piece, votes(gains.getOrDefault(path, Map.of())), List.of())));
    }
    return all;
  }

  private static boolean shows(ContextFragment found, ContextFragment piece) {
    return found.path().equals(piece.path())
        && found.depth().equals(Depth.FULL)
        && found.lines().overlaps(piece.lines());
  }

  private static List<Vote> votes(Map<String, Double> gains) {
    return gains.entrySet().stream()
        .map(gain -> new Vote(gain.getKey(), 0, PART * gain.getValue(), "beginning of the file"))
        .sorted(Comparator.comparing(Vote::strategy))
        .toList();
  }
}
