package dev.cleveragents.context.index;

import dev.cleveragents.context.TestGit;
import dev.cleveragents.context.index.lucene.IndexCache;
import dev.cleveragents.context.index.tree.GitTree;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A process that indexes up to a point, says that it is there, and waits to be killed. */
final class ChildIndexer {

  private ChildIndexer() {}

  /** The folder of the index, that of the repository, the tree, and how many files to do. */
  public static void main(String[] arguments) throws Exception {
    long stopAt = Long.parseLong(arguments[3]);
    CancellationToken go = CancellationToken.none();
    try (ProjectIndex index =
        ProjectIndex.open(
            Path.of(arguments[0]),
            new IndexSettings(IndexRules.STANDARD, 10),
            ThreadFactories.standard(),
            TimeSource.system(),
            new IndexCache())) {
      index.update(
          GitTree.of(TestGit.in(Path.of(arguments[1])), arguments[2], go),
          (phase, done, total) -> {
            if (phase == Progress.Phase.TEXT && done >= stopAt) {
              System.out.println("there");
              System.out.flush();
              waitForEver();
            }
          },
          go);
    }
  }

  private static void waitForEver() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Starts one and returns when it is at its point. */
  static Process startedUpTo(long files, Path index, Path repository, String tree)
      throws Exception {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    ChildIndexer.class.getName(),
                    index.toString(),
                    repository.toString(),
                    tree,
                    Long.toString(files)))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String line = process.inputReader().readLine();
    while (line != null && !line.equals("there")) {
      line = process.inputReader().readLine();
    }
    if (line == null) {
      throw new IllegalStateException("The child ended before it was there");
    }
    return process;
  }
}
