package dev.cleveragents.bench.merge;

import static dev.cleveragents.bench.merge.MergeFigures.GO;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.workspace.merge.ChildResult;
import dev.cleveragents.workspace.merge.MergeRepository;
import dev.cleveragents.workspace.merge.MergeStrategy;
import dev.cleveragents.workspace.merge.Merged;
import dev.cleveragents.workspace.merge.Merger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs of consecutive commits of a history as children of the commit before the run. Each commit is
 * put onto that commit by git; the run ends with the first that does not fit there alone, as the
 * same change. Merged, the children should give the tree that the history has after the run.
 */
final class CommutingCommits {

  static final String HEADER =
      "| repository | runs | commits | history's tree | conflict | another tree |\n"
          + "| --- | --: | --: | --: | --: | --: |";

  private static final int LONGEST = 12;
  private static final int RUNS = Integer.getInteger("runs", 30);

  private final Git git;
  private final Git scratch;
  private final Merger merger;

  CommutingCommits(Git git, Path place) throws Exception {
    this.git = git;
    MergeRepository repository = MergeRepository.open(place, git, GO);
    this.scratch = git.in(place).withRepository(place, place);
    this.merger = new Merger(repository);
  }

  String row(String name) throws Exception {
    // Oldest first; a commit that is a merge ends a run.
    List<String> history =
        git.text(GO, "rev-list", "--first-parent", "--parents", "--max-count=4000", "HEAD")
            .lines()
            .toList();
    int runs = 0;
    int commits = 0;
    int same = 0;
    int conflicts = 0;
    for (int at = history.size() - 1; at >= 0 && runs < RUNS; ) {
      List<ChildResult> run = run(history, at);
      if (run.size() > 1) {
        runs++;
        commits += run.size();
        String base = run.getFirst().base();
        Merged merged = merger.merge(base, run, MergeStrategy.GIT_THREE_WAY, GO);
        String last = history.get(at - run.size() + 1).split(" ", -1)[0];
        if (!merged.isComplete()) {
          conflicts++;
        } else if (merged.tree().equals(git.text(GO, "rev-parse", last + "^{tree}"))) {
          same++;
        } else {
          System.err.printf("%s to %s: %s%n", base, last, merged.tree());
        }
      }
      at -= Math.max(1, run.size());
    }
    return "| %s | %d | %d | %d | %d | %d |"
        .formatted(name, runs, commits, same, conflicts, runs - same - conflicts);
  }

  /** The children that begin with the commit at an index of the history. */
  private List<ChildResult> run(List<String> history, int first) throws Exception {
    List<ChildResult> run = new ArrayList<>();
    String base = "";
    for (int i = first; i >= 0 && run.size() < LONGEST; i--) {
      String[] ids = history.get(i).split(" ", -1);
      if (ids.length != 2) {
        return run;
      }
      if (run.isEmpty()) {
        base = ids[1];
      }
      Optional<String> tree = onto(base, ids[1], ids[0]);
      if (tree.isEmpty()) {
        return run;
      }
      run.add(new ChildResult(run.size(), ids[0], base, tree.get()));
    }
    return run;
  }

  /** What a commit changed, made on another base by git. */
  private Optional<String> onto(String base, String parent, String commit) throws Exception {
    String root = scratch.text(GO, "commit-tree", parent + "^{tree}", "-m", "x");
    String ours = scratch.text(GO, "commit-tree", base + "^{tree}", "-m", "x", "-p", root);
    String theirs = scratch.text(GO, "commit-tree", commit + "^{tree}", "-m", "x", "-p", root);
    Git.Answer answer =
        scratch.ask(GO, "merge-tree", "--write-tree", "--no-messages", ours, theirs);
    // A commit that takes back an earlier one of the run fits too, but as another change.
    return answer.succeeded() && size(base, answer.text()).equals(size(parent, commit))
        ? Optional.of(answer.text())
        : Optional.empty();
  }

  /** The lines added and removed, by path. */
  private String size(String before, String after) throws Exception {
    return scratch.text(GO, "diff-tree", "-r", "--numstat", "--no-renames", before, after);
  }
}
