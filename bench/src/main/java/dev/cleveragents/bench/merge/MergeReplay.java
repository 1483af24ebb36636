package dev.cleveragents.bench.merge;

import static dev.cleveragents.bench.merge.MergeFigures.GO;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.workspace.merge.ChildResult;
import dev.cleveragents.workspace.merge.Conflict;
import dev.cleveragents.workspace.merge.MergeRepository;
import dev.cleveragents.workspace.merge.MergeStrategy;
import dev.cleveragents.workspace.merge.Merged;
import dev.cleveragents.workspace.merge.Merger;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Merges again what people merged: the two parents of a commit as two children of their merge base,
 * beside {@code git merge-tree} on the same commits. Leaves out merges of which a parent is the
 * base, and those with several bases.
 */
final class MergeReplay {

  private static final int MOST = Integer.getInteger("merges", 100);

  private final Git git;
  private final Merger merger;

  MergeReplay(Git git, Path place) throws Exception {
    this.git = git;
    this.merger = new Merger(MergeRepository.open(place, git, GO));
  }

  /** What came of the merges of one repository, or of several. */
  static final class Counts {

    static final String HEADER =
        "| repository | merges | clean for git | same tree | conflicts for git | same paths"
            + " | paths in conflict |\n| --- | --: | --: | --: | --: | --: | --: |";

    private int clean;
    private int sameTree;
    private int inConflict;
    private int samePaths;
    private int paths;

    void add(Counts other) {
      clean += other.clean;
      sameTree += other.sameTree;
      inConflict += other.inConflict;
      samePaths += other.samePaths;
      paths += other.paths;
    }

    String row(String name) {
      return "| %s | %d | %d | %d | %d | %d | %d |"
          .formatted(name, clean + inConflict, clean, sameTree, inConflict, samePaths, paths);
    }
  }

  /**
   * @param paths those in conflict; empty if it is clean
   */
  private record Native(String tree, Set<String> paths) {}

  Counts replay() throws Exception {
    Counts counts = new Counts();
    List<String> merges =
        git.text(GO, "rev-list", "--all", "--min-parents=2", "--max-parents=2", "--parents")
            .lines()
            .toList();
    for (String line : merges) {
      if (counts.clean + counts.inConflict == MOST) {
        break;
      }
      String[] ids = line.split(" ", -1);
      Optional<String> base = onlyBase(ids[1], ids[2]);
      if (base.isPresent()) {
        compare(ids, base.get(), counts);
      }
    }
    return counts;
  }

  private Optional<String> onlyBase(String one, String other) throws Exception {
    List<String> bases = git.ask(GO, "merge-base", "--all", one, other).text().lines().toList();
    return bases.size() == 1 && !bases.contains(one) && !bases.contains(other)
        ? Optional.of(bases.getFirst())
        : Optional.empty();
  }

  private void compare(String[] ids, String base, Counts counts) throws Exception {
    Native expected = nativeMerge(ids[1], ids[2]);
    Merged merged =
        merger.merge(
            base,
            List.of(
                new ChildResult(0, "first", base, ids[1]),
                new ChildResult(1, "second", base, ids[2])),
            MergeStrategy.GIT_THREE_WAY,
            GO);
    if (expected.paths().isEmpty()) {
      counts.clean++;
      boolean same = merged.isComplete() && merged.tree().equals(expected.tree());
      counts.sameTree += same ? 1 : 0;
      tellUnless(same, ids[0], expected, merged);
    } else {
      counts.inConflict++;
      counts.paths += expected.paths().size();
      boolean same = pathsOf(merged).equals(below(expected.paths(), merged));
      counts.samePaths += same ? 1 : 0;
      tellUnless(same, ids[0], expected, merged);
    }
  }

  private static void tellUnless(boolean same, String merge, Native expected, Merged merged) {
    if (!same) {
      System.err.printf(
          "%s: git %s %s, ours %s %s%n",
          merge, expected.tree(), expected.paths(), merged.tree(), pathsOf(merged));
    }
  }

  private static Set<String> pathsOf(Merged merged) {
    Set<String> paths = new TreeSet<>();
    merged.conflicts().forEach(conflict -> paths.add(conflict.path()));
    return paths;
  }

  /** A conflict of ours about a directory stands for those of git's below it. */
  private static Set<String> below(Set<String> paths, Merged merged) {
    Set<String> all = new TreeSet<>();
    for (String path : paths) {
      all.add(
          merged.conflicts().stream()
              .map(Conflict::path)
              .filter(above -> path.startsWith(above + "/"))
              .findFirst()
              .orElse(path));
    }
    return all;
  }

  private Native nativeMerge(String one, String other) throws Exception {
    Git.Answer answer =
        git.ask(GO, "merge-tree", "--write-tree", "--no-messages", "-z", one, other);
    Iterator<String> items = Git.split(answer.output()).iterator();
    String tree = items.next();
    Set<String> paths = new TreeSet<>();
    while (items.hasNext()) {
      String item = items.next();
      if (item.contains("\t")) {
        String path = item.substring(item.indexOf('\t') + 1);
        // Git adds the side to the name of a file that it moves out of the way.
        paths.add(path.replaceFirst("~(?:" + one + "|" + other + ")(?:_\\d+)?$", ""));
      }
    }
    return new Native(tree, answer.succeeded() ? Set.of() : paths);
  }
}
