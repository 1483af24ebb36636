package dev.cleveragents.bench.subplan;

import dev.cleveragents.engine.definition.SubplanRules;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.plan.NewPlan;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanDrafts.Doer;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.Config;
import dev.cleveragents.runtime.ModelAccess;
import dev.cleveragents.workspace.CountedNoun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A git repository of many small files, and plans on it that are split by file. */
final class SplitProject implements AutoCloseable {

  static final CancellationToken GO = CancellationToken.none();

  private static final int FILES = Integer.getInteger("split.files", 2000);
  private static final int FILES_IN_FOLDER = 50;
  private static final int LINES = 20;
  private static final Duration DEADLINE = Duration.ofMinutes(30);

  private final Path project;
  private final CleverAgents agents;

  /**
   * @param variables the addresses and keys of providers
   */
  SplitProject(Path folder, Map<String, String> variables)
      throws IOException, InterruptedException {
    this.project = folder.resolve("project");
    for (int file = 0; file < FILES; file++) {
      Path path = project.resolve(path(file));
      Files.createDirectories(path.getParent());
      Files.writeString(path, ("file " + file + "\n").repeat(LINES));
    }
    git("init", "--quiet", "--initial-branch=main");
    git("config", "user.name", "Bench");
    git("config", "user.email", "bench@example.invalid");
    git("add", "--all");
    git("commit", "--quiet", "--message=Begin");
    Config config = Config.inHome(folder.resolve("home"));
    ModelAccess models = config.models();
    this.agents =
        CleverAgents.open(
            new Config(
                config.home(),
                config.store(),
                false,
                config.bounds(),
                config.plans(),
                config.context(),
                new ModelAccess(variables, models.perPlan(), models.perDay())));
  }

  private static String path(int file) {
    return "src/part%d/file%d.txt".formatted(file / FILES_IN_FOLDER, file);
  }

  private void git(String... arguments) throws IOException, InterruptedException {
    ProcessBuilder git = new ProcessBuilder("git").directory(project.toFile()).inheritIO();
    git.command().addAll(List.of(arguments));
    if (git.start().waitFor() != 0) {
      throw new IOException("git " + arguments[0] + " failed; what it said is above");
    }
  }

  CleverAgents agents() {
    return agents;
  }

  /** A plan with a subplan for each of the first files, each of which runs this line. */
  Plan split(String line, int parts, int parallel) throws InterruptedException {
    return split(
        new Doer.Line(new Work.ByCommand("command", line, null, DEADLINE, List.of())),
        parts,
        parallel);
  }

  /** A plan with a subplan for each of the first files, each of which asks this model. */
  Plan split(ModelName model, int parts, int parallel) throws InterruptedException {
    return split(new Doer.Model(model, false, List.of()), parts, parallel);
  }

  private Plan split(Doer doer, int parts, int parallel) throws InterruptedException {
    NewPlan whole =
        agents
            .drafts()
            .ofGoal(
                agents.projects().open(project),
                "Change " + CountedNoun.of(parts, "part"),
                doer,
                null,
                List.of());
    List<String> files = IntStream.range(0, parts).mapToObj(SplitProject::path).toList();
    return agents.plans().use(whole.each(files, new SubplanRules(parallel, false), null), GO);
  }

  @Override
  public void close() {
    agents.close();
  }
}
