package dev.cleveragents.bench.merge;

import static dev.cleveragents.bench.merge.MergeFigures.GO;

import dev.cleveragents.bench.MedianAndRange;
import dev.cleveragents.bench.TemporaryFolder;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.workspace.merge.ChildResult;
import dev.cleveragents.workspace.merge.MergeRepository;
import dev.cleveragents.workspace.merge.MergeStrategy;
import dev.cleveragents.workspace.merge.Merged;
import dev.cleveragents.workspace.merge.Merger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The time to merge many children of a tree, beside {@code git merge} of the same commits one after
 * another in a work tree. The results must be one tree.
 */
final class FoldFigures {

  private static final int FILES = Integer.getInteger("merge.files", 2000);
  private static final int CHILDREN = Integer.getInteger("merge.children", 512);
  private static final int FOLDERS = 40;
  private static final int LINES = 100;

  /** The number of children that share a file; each changes lines of its own there. */
  private static final int SHARING = 4;

  /** Ours is merged more often, each time into an empty repository; it takes less time. */
  private static final int TIMES = 5;

  private static final double NANOS_PER_MILLI = 1e6;

  private FoldFigures() {}

  static void print(int rounds) throws Exception {
    System.out.printf(
        "%nMerge of %d children of a tree of %d files, milliseconds%n%n", CHILDREN, FILES);
    System.out.printf("| children | ours | git merge, one after another | git / ours |%n");
    System.out.printf("| --- | --: | --: | --: |%n");
    print("disjoint", 0, rounds);
    print("20 % overlapping", CHILDREN / 5, rounds);
  }

  private static void print(String name, int overlapping, int rounds) throws Exception {
    List<Double> ours = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      try (TemporaryFolder work = TemporaryFolder.make("fold")) {
        Git git = MergeFigures.git(work.folder());
        git.run(List.of("init", "-q", "-b", "main", "."), GO);
        git.run(List.of("fast-import", "--quiet"), history(overlapping), GO);
        Set<String> trees = new TreeSet<>();
        for (int time = 0; time < TIMES; time++) {
          trees.add(ours(git, work.folder().resolve("merges" + time), ours));
        }
        trees.add(sequential(git, theirs));
        if (trees.size() > 1) {
          throw new AssertionError("The merged trees differ: " + trees);
        }
      }
    }
    System.out.printf(
        "| %s | %s | %s | %.0f |%n",
        name,
        MedianAndRange.of(ours, "%.0f"),
        MedianAndRange.of(theirs, "%.0f"),
        MedianAndRange.median(theirs) / MedianAndRange.median(ours));
  }

  private static String ours(Git git, Path place, List<Double> times) throws Exception {
    MergeRepository repository = MergeRepository.open(place, git, GO);
    String base = git.text(GO, "rev-parse", "refs/heads/base");
    List<ChildResult> results = new ArrayList<>();
    String[] refs =
        git.text(GO, "for-each-ref", "--format=%(objectname)", "refs/heads/child").split("\n", -1);
    for (String ref : refs) {
      results.add(new ChildResult(results.size(), ref, base, ref));
    }
    long start = System.nanoTime();
    Merged merged = new Merger(repository).merge(base, results, MergeStrategy.GIT_THREE_WAY, GO);
    times.add((System.nanoTime() - start) / NANOS_PER_MILLI);
    return merged.tree();
  }

  private static String sequential(Git git, List<Double> times) throws Exception {
    git.run(List.of("checkout", "-q", "-b", "all", "base"), GO);
    String[] refs =
        git.text(GO, "for-each-ref", "--format=%(refname)", "refs/heads/child").split("\n", -1);
    long start = System.nanoTime();
    for (String ref : refs) {
      git.run(List.of("merge", "-q", "--no-edit", ref), GO);
    }
    times.add((System.nanoTime() - start) / NANOS_PER_MILLI);
    return git.text(GO, "rev-parse", "HEAD^{tree}");
  }

  private static byte[] history(int overlapping) {
    StringBuilder text = new StringBuilder("commit refs/heads/base\nmark :1\n");
    text.append("committer Ana <ana@example.org> 0 +0000\ndata 0\n\n");
    for (int file = 0; file < FILES; file++) {
      append(text, file, -1, "");
    }
    for (int child = 0; child < CHILDREN; child++) {
      text.append("commit refs/heads/child/%06d\n".formatted(child));
      text.append("committer Ana <ana@example.org> 0 +0000\ndata 0\n\nfrom :1\n");
      // Files of its own come after those that are shared.
      append(text, FILES - 1 - 2 * child, 5, "child " + child);
      append(text, FILES - 2 - 2 * child, 50, "child " + child);
      if (child < overlapping) {
        append(text, child / SHARING, 10 + 20 * (child % SHARING), "child " + child);
      }
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void append(StringBuilder text, int file, int changed, String line) {
    StringBuilder content = new StringBuilder();
    for (int i = 0; i < LINES; i++) {
      content.append(i == changed ? line : "line %d of file %d".formatted(i, file)).append('\n');
    }
    text.append("M 100644 inline folder%d/file%d\n".formatted(file % FOLDERS, file));
    text.append("data %d\n".formatted(content.length())).append(content).append('\n');
  }
}
