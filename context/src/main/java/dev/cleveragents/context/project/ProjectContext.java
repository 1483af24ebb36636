package dev.cleveragents.context.project;

import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Unseen;
import dev.cleveragents.context.View;
import dev.cleveragents.context.index.Embedder;
import dev.cleveragents.context.index.FolderTree;
import dev.cleveragents.context.index.GitTree;
import dev.cleveragents.context.index.Hit;
import dev.cleveragents.context.index.IndexSettings;
import dev.cleveragents.context.index.IndexSnapshot;
import dev.cleveragents.context.index.IndexStatus;
import dev.cleveragents.context.index.OverlaySyntax;
import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.index.ProjectIndex;
import dev.cleveragents.context.index.Rules;
import dev.cleveragents.context.index.UpdateResult;
import dev.cleveragents.context.index.VectorSnapshot;
import dev.cleveragents.context.pipeline.ContextPipeline;
import dev.cleveragents.context.pipeline.ParallelStrategyExecutor;
import dev.cleveragents.context.pipeline.Sources;
import dev.cleveragents.context.pipeline.Weights;
import dev.cleveragents.context.quality.WeightFit;
import dev.cleveragents.context.safety.PathScope;
import dev.cleveragents.context.safety.Secrets;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One folder that can be asked about: a git repository, of which only what is committed is seen, or
 * a plain folder. Everything kept about it is in a folder of its own, which may be deleted while
 * nothing uses it.
 *
 * <p>Many threads may ask at once; each answer is of one state of the index. Answers are of what
 * was indexed last: {@link #update} brings that to what the folder holds now.
 */
public final class ProjectContext implements AutoCloseable {

  private final Path root;
  private final Path state;
  private final Equipment equipment;
  private final ProjectIndex index;
  private final Finders finders;
  private final Judging judging;
  private final Vectors vectors;
  private final OverlaySyntax overlays;
  private final Scoped scoped;
  private final ParallelStrategyExecutor executor;
  private final IndexedCommit indexed = new IndexedCommit();

  private ProjectContext(
      Path root, Path state, Equipment equipment, Optional<Embedder> embedder, PathScope scope)
      throws IOException {
    this.executor = equipment.executor().forAnotherProject();
    this.root = root;
    this.state = state;
    this.equipment = equipment;
    Files.createDirectories(state);
    this.index =
        ProjectIndex.open(
            state.resolve("index"),
            IndexSettings.STANDARD.withRules(withoutSecrets()),
            equipment.threads(),
            equipment.time(),
            equipment.memory());
    this.overlays = new OverlaySyntax(equipment.parser(), equipment.threads());
    this.scoped = new Scoped(scope);
    this.finders = new Finders(git(), state);
    this.vectors = Vectors.open(state.resolve("vectors"), embedder, equipment.threads());
    this.judging =
        new Judging(
            git(), finders.history(), new Judge(git(), index, finders, vectors, overlays), state);
  }

  /**
   * Opens what is kept about a folder; reads nothing of the folder yet.
   *
   * @param root the top folder of a git repository, or any folder
   * @param state where the index and the rest are kept; made if it is not there
   */
  public static ProjectContext open(Path root, Path state, Equipment equipment) throws IOException {
    return open(root, state, equipment, PathScope.ALL);
  }

  /** The same where each view sees only what these rules let it see. */
  public static ProjectContext open(Path root, Path state, Equipment equipment, PathScope scope)
      throws IOException {
    return open(root, state, equipment, Vectors.installed(), scope);
  }

  /**
   * The same with this model for embeddings, or without one, whatever is installed; closed with
   * this.
   */
  public static ProjectContext open(
      Path root, Path state, Equipment equipment, Optional<Embedder> embedder, PathScope scope)
      throws IOException {
    return new ProjectContext(root, state, equipment, embedder, scope);
  }

  /** The folder that is asked about. */
  public Path root() {
    return root;
  }

  /** Where everything about it is kept. */
  Path state() {
    return state;
  }

  /** Whether it is a git repository, bare or not. */
  public boolean isRepository() {
    return Files.exists(root.resolve(".git")) || Looking.isBare(root);
  }

  /**
   * Makes the index hold what the folder holds now; of a repository, what its HEAD does. Text can
   * be found when this returns; {@link #updateSyntax} does the rest.
   */
  public UpdateResult update(Progress progress, CancellationToken token)
      throws IOException, InterruptedException {
    if (!isRepository()) {
      return index.update(new FolderTree(root), progress, token);
    }
    Optional<String> tip = Looking.tip(git(), token);
    GitTree tree = Looking.tree(git(), tip, token);
    UpdateResult result = index.update(tree, progress, token);
    indexed.is(tree.knownId().orElseThrow(), tip);
    return result;
  }

  /** Has the syntax read of what is indexed and was not read yet. */
  public UpdateResult updateSyntax(Progress progress, CancellationToken token)
      throws IOException, InterruptedException {
    return index.updateSyntax(equipment.parser(), progress, token);
  }

  /** The same in steps of so many files, so that who wants to write waits for no more than one. */
  UpdateResult updateSyntax(int stepFiles, Progress progress, CancellationToken token)
      throws IOException, InterruptedException {
    return index.updateSyntax(equipment.parser(), stepFiles, progress, token);
  }

  /**
   * Has everything embedded that is indexed and was not embedded yet. That takes long the first
   * time: the model of the module {@code embedding} managed five or six long pieces each second on
   * two busy cores.
   *
   * @return nothing if there is no model
   */
  public Optional<UpdateResult> updateVectors(Progress progress, CancellationToken token)
      throws IOException, InterruptedException {
    try (IndexSnapshot snapshot = index.snapshot()) {
      return vectors.update(snapshot, progress, token);
    }
  }

  /** How far what is indexed is embedded; nothing if there is no model. */
  public Optional<VectorSnapshot.Coverage> vectorCoverage() {
    try (IndexSnapshot snapshot = index.snapshot();
        Vectors.Seen seen = vectors.see()) {
      return seen.coverage(snapshot);
    }
  }

  /** What the index holds, in numbers. */
  public IndexStatus status() throws IOException {
    return index.status();
  }

  /**
   * Takes everything out of the index; says whether it could. Vectors stay: they belong to texts,
   * wherever these are.
   */
  public boolean clear(CancellationToken token) throws IOException, InterruptedException {
    return index.clear(token);
  }

  /** The best pieces for these words, of what the default view sees. */
  public List<Hit> search(String words, int limit) {
    return search(words, View.DEFAULT, limit);
  }

  /** The best pieces for these words, of what a view sees. */
  public List<Hit> search(String words, View view, int limit) {
    try (Questions.Asked _ = equipment.questions().ask();
        IndexSnapshot newest = index.snapshot();
        Visible visible = scoped.see(view, newest)) {
      return visible.snapshot().search(words, limit);
    }
  }

  /** What the rules of a view keep out of answers about what was indexed last. */
  public Unseen unseen(View view) {
    try (IndexSnapshot newest = index.snapshot();
        Visible visible = scoped.see(view, newest)) {
      return visible.unseen();
    }
  }

  /** How answers are made unless somebody wants them otherwise. */
  public Options options() {
    return Options.STANDARD.withSettings(
        Options.STANDARD.settings().withWeights(judging.weights().orElse(Weights.DEFAULT)));
  }

  /** Answers a request about what was indexed last. */
  public AssembledContext assemble(ContextRequest request, CancellationToken token)
      throws InterruptedException {
    return assemble(request, Sight.NEWEST, options(), token);
  }

  /**
   * Answers a request, with what its view sees.
   *
   * @param sight of which state of the project
   * @throws dev.cleveragents.context.pipeline.BudgetTooSmallException if the budget is too small
   * @throws dev.cleveragents.exec.git.GitException if there is no such revision
   */
  public AssembledContext assemble(
      ContextRequest request, Sight sight, Options options, CancellationToken token)
      throws InterruptedException {
    return look(
        sight,
        request.wishes().view(),
        options,
        token,
        (visible, sources) ->
            new ContextPipeline(sources, options.settings(), executor, options.counter())
                .assemble(visible.within(request), token));
  }

  /**
   * Something done with one state of a project.
   *
   * @param <T> what comes of it
   */
  @FunctionalInterface
  public interface Look<T> {

    /** Called once; neither may be kept, the snapshot is closed afterwards. */
    T at(IndexSnapshot seen, Sources sources) throws InterruptedException;
  }

  /**
   * Shows what an answer to the default view is made from, for those who ask strategies one by one
   * or measure them.
   *
   * @param sight of which state of the project
   */
  public <T> T look(Sight sight, Options options, CancellationToken token, Look<T> look)
      throws InterruptedException {
    return look(
        sight,
        View.DEFAULT,
        options,
        token,
        (visible, sources) -> look.at(visible.snapshot(), sources));
  }

  private interface Made<T> {
    T of(Visible visible, Sources sources) throws InterruptedException;
  }

  private <T> T look(Sight sight, View view, Options options, CancellationToken token, Made<T> made)
      throws InterruptedException {
    try (Questions.Asked _ = equipment.questions().ask();
        IndexSnapshot newest = index.snapshot();
        Visible visible =
            scoped.see(
                view,
                newest,
                new Looking(git(), newest).changes(sight, token),
                overlays.within(options.settings().deadlines().standard()),
                token);
        Vectors.Seen near = vectors.seeReady(token)) {
      Optional<String> commit =
          isRepository() ? indexed.of(sight, newest, git(), token) : Optional.empty();
      return made.of(visible, finders.over(visible, near, commit, options));
    }
  }

  /**
   * How well the strategies find the files of this repository's own commits from their messages,
   * each alone and fused; and the weights that come of it, which from now on are used here if they
   * are better.
   *
   * @param most how many of the newest commits are looked at
   */
  public WeightFit.Fitted fitWeights(int most, Progress progress, CancellationToken token)
      throws IOException, InterruptedException {
    return judging.fit(most, options(), progress, token);
  }

  /** The commit at which weights were fitted last; nothing if they never were. */
  public Optional<String> fittedAt() {
    return judging.fittedAt();
  }

  /** Whether its history has grown enough for weights to be fitted, anew or for the first time. */
  boolean isFitDue(CancellationToken token) throws InterruptedException {
    return isRepository() && judging.isDue(token);
  }

  @Override
  public void close() throws IOException {
    try (vectors) {
      overlays.close();
      scoped.close();
      index.close();
    }
  }

  /** What never gets into the index gets into no answer. */
  private static Rules withoutSecrets() {
    return Rules.STANDARD.cleaning("secrets-1", Secrets.standard()::redactFile);
  }

  Git git() {
    return new Git(equipment.runner(), root);
  }
}
