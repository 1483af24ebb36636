package dev.cleveragents.context.index;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Everything that a snapshot says, but for which generation it is: equal for equal trees. */
record IndexAnswers(
    List<String> paths,
    Map<String, String> texts,
    Map<String, String> known,
    Map<String, List<Hit>> found,
    Map<SkipReason, Integer> skipped,
    IndexStatus.Coverage coverage) {

  static IndexAnswers of(IndexSnapshot snapshot, List<String> words) {
    Map<String, String> texts = new TreeMap<>();
    Map<String, String> known = new TreeMap<>();
    for (String path : snapshot.paths()) {
      texts.put(path, snapshot.text(path).orElseThrow());
      known.put(path, snapshot.hash(path).orElseThrow() + snapshot.parsed(path).orElseThrow());
    }
    Map<String, List<Hit>> found = new TreeMap<>();
    for (String word : words) {
      found.put(word, snapshot.search(word, 7));
      found.put(word + " all", snapshot.search(word, 1_000));
      known.put("def " + word, snapshot.pathsDefining(word).toString());
      known.put("qualified " + word, snapshot.pathsDefining("m." + word).toString());
      known.put("use " + word, snapshot.pathsReferringTo(word).toString());
    }
    found.put("several", snapshot.search(String.join(" ", words), 50));
    found.put("names", snapshot.search(new TextQuery(words.getFirst(), words.subList(1, 3)), 50));
    return new IndexAnswers(
        snapshot.paths(), texts, known, found, snapshot.skipped(), snapshot.coverage());
  }
}
