package dev.cleveragents.context.graph;

import dev.cleveragents.context.TestGit;
import dev.cleveragents.context.code.Parsing;
import dev.cleveragents.context.code.parse.SourceParser;
import dev.cleveragents.context.code.process.NativeParser;
import dev.cleveragents.context.index.IndexSettings;
import dev.cleveragents.context.index.IndexSnapshot;
import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.index.ProjectIndex;
import dev.cleveragents.context.index.lucene.IndexCache;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.scope.TimerThread;
import dev.cleveragents.kernel.time.TimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A project of a few files in a real index, read by real parsers. */
public final class SampleProject implements AutoCloseable {

  private final ProjectIndex index;
  private final IndexSnapshot snapshot;

  private SampleProject(ProjectIndex index) {
    this.index = index;
    this.snapshot = index.snapshot();
  }

  /** Writes the files below this folder and indexes them. */
  public static SampleProject of(Path folder, Map<String, String> files) throws Exception {
    Path sources = folder.resolve("sources");
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = sources.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
    ProjectIndex index =
        ProjectIndex.open(
            folder.resolve("index"),
            IndexSettings.STANDARD,
            ThreadFactories.standard(),
            TimeSource.system(),
            new IndexCache());
    index.update(TestGit.folder(sources), Progress.NONE, CancellationToken.none());
    CommandRunner runner =
        new CommandRunner(ThreadFactories.standard(), TimeSource.system(), UlidGenerator.system());
    try (TimerThread timer = new TimerThread(ThreadFactories.standard())) {
      SourceParser parser = new SourceParser(new NativeParser(runner, timer, Parsing.PLACE));
      index.updateSyntax(parser::parse, Progress.NONE, CancellationToken.none());
    }
    return new SampleProject(index);
  }

  /** Its graph. */
  public CodeGraph graph() {
    return new CodeGraph(snapshot);
  }

  @Override
  public void close() throws IOException {
    snapshot.close();
    index.close();
  }
}
