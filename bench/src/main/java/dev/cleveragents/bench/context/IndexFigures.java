package dev.cleveragents.bench.context;

import dev.cleveragents.bench.Cpu;
import dev.cleveragents.bench.TemporaryFolder;
import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.index.UpdateResult;
import dev.cleveragents.context.project.ContextResources;
import dev.cleveragents.context.project.ProjectContext;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How long an index takes to make and to bring up to date, and how much memory: {@code
 * -Dfiles=10000,100000}. On a made-up git repository.
 */
public final class IndexFigures {

  private static final String SIZES = System.getProperty("files", "10000");
  private static final int CHANGED = 10;
  private static final CancellationToken GO = CancellationToken.none();

  private IndexFigures() {}

  /** Prints a table for each size. */
  public static void print() throws Exception {
    for (String files : SIZES.split(",", -1)) {
      print(Integer.parseInt(files));
    }
  }

  private static void print(int files) throws Exception {
    try (TemporaryFolder scratch = TemporaryFolder.make("index")) {
      Path folder = Files.createDirectory(scratch.folder().resolve("repository"));
      MadeRepository repository = MadeRepository.make(folder, files, 0);
      System.out.printf(
          Locale.ROOT,
          "%nIndex of %,d files, %.1f MB, at most %d MB of heap%n%n",
          files,
          repository.bytes() / 1e6,
          Runtime.getRuntime().maxMemory() >> 20);
      System.out.println(
          "| what | s | own CPU s | files/s | MB/s | " + MemoryWatch.HEADINGS + " |");
      System.out.println("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |");
      Path state = scratch.folder().resolve("state");
      try (ContextResources equipment = ContextResources.standard()) {
        measure(repository, files, state, equipment, folder);
      }
      try (Stream<Path> all = Files.walk(state)) {
        long onDisk = all.mapToLong(path -> path.toFile().length()).sum();
        System.out.printf(Locale.ROOT, "%nOn disk: %.1f MB%n", onDisk / 1e6);
      }
    }
  }

  private static void measure(
      MadeRepository repository, int files, Path state, ContextResources equipment, Path folder)
      throws Exception {
    Whole whole = new Whole(files, repository.bytes());
    try (ProjectContext project = ProjectContext.open(folder, state, equipment)) {
      row("text can be searched", whole, () -> project.update(Progress.NONE, GO));
      row("syntax and names", whole, () -> project.updateSyntax(Progress.NONE, GO));
      row("nothing changed", whole, () -> project.update(Progress.NONE, GO));
    }
    try (ProjectContext project = ProjectContext.open(folder, state, equipment)) {
      row("nothing changed, opened again", whole, () -> project.update(Progress.NONE, GO));
      repository.change(CHANGED);
      Whole few = new Whole(CHANGED, 0);
      row(CHANGED + " changed: text", few, () -> project.update(Progress.NONE, GO));
      row(CHANGED + " changed: syntax", few, () -> project.updateSyntax(Progress.NONE, GO));
    }
  }

  /** How much is done in a step. */
  private record Whole(int files, long bytes) {}

  private interface Step {
    UpdateResult run() throws Exception;
  }

  private static void row(String what, Whole whole, Step step) throws Exception {
    System.gc();
    try (MemoryWatch watch = MemoryWatch.start()) {
      long cpu = Cpu.nanos();
      long start = System.nanoTime();
      UpdateResult result = step.run();
      double seconds = (System.nanoTime() - start) / 1e9;
      System.out.printf(
          Locale.ROOT,
          "| %s (%s, %,d written) | %.2f | %.2f | %,.0f | %.1f | %s |%n",
          what,
          result.outcome().name().toLowerCase(Locale.ROOT),
          result.written(),
          seconds,
          (Cpu.nanos() - cpu) / 1e9,
          whole.files() / seconds,
          whole.bytes() / 1e6 / seconds,
          watch.seen());
    }
  }
}
