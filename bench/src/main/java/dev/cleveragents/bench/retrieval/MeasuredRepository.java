package dev.cleveragents.bench.retrieval;

import dev.cleveragents.context.history.HistoryLimits;
import dev.cleveragents.context.history.ProjectHistory;
import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.project.ContextResources;
import dev.cleveragents.context.project.ProjectContext;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Asks one repository about its own commits, the oldest first: before each, the index is brought to
 * the tree before the commit, text and syntax. The repository itself is only read: its HEAD is
 * moved in a copy that borrows its objects.
 */
final class MeasuredRepository {

  private static final CancellationToken GO = CancellationToken.none();
  private static final int TOLD_EVERY = 20;

  private final String name;
  private final Path given;
  private final Path work;
  private final CommandRunner runner =
      new CommandRunner(ThreadFactories.standard(), TimeSource.system(), UlidGenerator.system());

  /** A repository, bare or not, and an empty folder to work in. */
  MeasuredRepository(Path given, Path work) {
    this.name = given.toAbsolutePath().normalize().getFileName().toString();
    this.given = given.toAbsolutePath();
    this.work = work;
  }

  List<Asked> ask(int most) throws Exception {
    Path copy = work.resolve("copy");
    new Git(runner, work)
        .text(GO, "clone", "-q", "--shared", "--no-checkout", given.toString(), copy.toString());
    Git git = new Git(runner, copy);
    ProjectHistory history =
        new ProjectHistory(git, work.resolve("history"), HistoryLimits.STANDARD);
    List<CommitCase> cases =
        new CommitCases(git)
            .of(history.at("HEAD", GO), most, GO).stream()
                .sorted(Comparator.comparing(CommitCase::time).thenComparing(CommitCase::commit))
                .toList();
    List<Asked> asked = new ArrayList<>();
    try (ContextResources equipment = ContextResources.standard();
        ProjectContext project = ProjectContext.open(copy, work.resolve("state"), equipment)) {
      Questioner questioner = new Questioner(project);
      for (CommitCase each : cases) {
        git.text(GO, "update-ref", "--no-deref", "HEAD", each.parent());
        project.update(Progress.NONE, GO);
        project.updateSyntax(Progress.NONE, GO);
        asked.add(
            questioner.ask(each, history.at(each.parent(), GO), ChangedHunks.of(git, each, GO)));
        if (asked.size() % TOLD_EVERY == 0) {
          System.err.printf("%s: %d of %d cases%n", name, asked.size(), cases.size());
        }
      }
    }
    return asked;
  }
}
