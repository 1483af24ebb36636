package dev.cleveragents.bench.retrieval;

import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * A question with a known answer: given what was said about a commit and the tree before it, which
 * files did it change?
 *
 * @param commit the commit
 * @param parent the commit whose tree is searched
 * @param time when it was committed
 * @param question the message without numbers of issues, trailers and such
 * @param files the text files it changed or deleted, which the parent's tree has; sorted
 */
record CommitCase(String commit, String parent, Instant time, String question, List<String> files) {

  /** Takes a copy. */
  CommitCase {
    files = List.copyOf(files);
  }

  /** Whether the question names one of the files, with or without its ending. */
  boolean namesAFile() {
    String words =
        " " + question.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}_.-]", " ") + " ";
    return files.stream()
        .map(path -> path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT))
        .anyMatch(name -> words.contains(name) || words.contains(" " + stem(name) + " "));
  }

  private static String stem(String name) {
    int dot = name.indexOf('.', 1);
    return dot < 0 ? name : name.substring(0, dot);
  }
}
