package dev.cleveragents.bench.merge;

import dev.cleveragents.bench.TemporaryFolder;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.file.Path;
import java.util.List;

/**
 * Prints the time of merges of many children beside sequential {@code git merge}, and, with {@code
 * -Drepo=PATH,PATH}, how merges of real histories compare with native git. {@code
 * -Dmerge.parts=fold,replay,commute} prints some of it.
 */
public final class MergeFigures {

  static final CancellationToken GO = CancellationToken.none();

  private static final List<String> PARTS =
      List.of(System.getProperty("merge.parts", "fold,replay,commute").split(",", -1));

  private MergeFigures() {}

  /** Prints all parts that the properties ask for. */
  public static void print(int rounds) throws Exception {
    if (PARTS.contains("fold")) {
      FoldFigures.print(rounds);
    }
    String repositories = System.getProperty("repo", "");
    if (repositories.isBlank()) {
      System.out.printf("%nMerges of real histories: say -Drepo=PATH,PATH%n");
      return;
    }
    if (PARTS.contains("replay")) {
      System.out.printf("%nMerge replay%n%n%s%n", MergeReplay.Counts.HEADER);
      MergeReplay.Counts all = new MergeReplay.Counts();
      for (String repository : repositories.split(",", -1)) {
        try (TemporaryFolder work = TemporaryFolder.make("replay")) {
          MergeReplay.Counts counts =
              new MergeReplay(git(Path.of(repository)), work.folder().resolve("merges.git"))
                  .replay();
          System.out.println(counts.row(nameOf(repository)));
          all.add(counts);
        }
      }
      System.out.println(all.row("all"));
    }
    if (PARTS.contains("commute")) {
      System.out.printf("%nCommuting commits%n%n%s%n", CommutingCommits.HEADER);
      for (String repository : repositories.split(",", -1)) {
        try (TemporaryFolder work = TemporaryFolder.make("commute")) {
          System.out.println(
              new CommutingCommits(git(Path.of(repository)), work.folder().resolve("merges.git"))
                  .row(nameOf(repository)));
        }
      }
    }
  }

  /** Git as it is without anyone's configuration. */
  static Git git(Path directory) {
    CommandRunner runner =
        new CommandRunner(ThreadFactories.standard(), TimeSource.system(), UlidGenerator.system());
    Git git = new Git(runner, directory.toAbsolutePath()).withoutUserConfiguration();
    for (String who : List.of("AUTHOR", "COMMITTER")) {
      git =
          git.with("GIT_" + who + "_NAME", "Ana")
              .with("GIT_" + who + "_EMAIL", "ana@example.org")
              .with("GIT_" + who + "_DATE", "@0 +0000");
    }
    return git;
  }

  private static String nameOf(String repository) {
    Path path = Path.of(repository).toAbsolutePath().normalize();
    return path.getName(path.getNameCount() - 2) + "/" + path.getFileName();
  }
}
