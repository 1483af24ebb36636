package dev.cleveragents.context.project;

import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Unseen;
import dev.cleveragents.context.View;
import dev.cleveragents.context.index.Hit;
import dev.cleveragents.context.index.IndexRules;
import dev.cleveragents.context.index.IndexSettings;
import dev.cleveragents.context.index.IndexSnapshot;
import dev.cleveragents.context.index.IndexStatus;
import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.index.ProjectIndex;
import dev.cleveragents.context.index.UpdateResult;
import dev.cleveragents.context.index.parse.OverlayParser;
import dev.cleveragents.context.index.tree.FolderTree;
import dev.cleveragents.context.index.tree.GitTree;
import dev.cleveragents.context.pipeline.ContextPipeline;
import dev.cleveragents.context.pipeline.PipelineSources;
import dev.cleveragents.context.pipeline.Skeleton;
import dev.cleveragents.context.pipeline.execution.ParallelStrategyExecutor;
import dev.cleveragents.context.safety.PathScope;
import dev.cleveragents.context.safety.Secrets;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

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
  private final ContextResources resources;
  private final ProjectIndex index;
  private final ProjectStrategies strategies;
  private final OverlayParser overlays;
  private final ViewFilter views;
  private final ParallelStrategyExecutor executor;
  private final AtomicReference<@Nullable Indexed> indexed = new AtomicReference<>();

  /**
   * The tree that was indexed last in this process, as the index calls it, and its commit, so that
   * git need not be asked for each answer; no commit if nothing is committed.
   */
  private record Indexed(String tree, Optional<String> commit) {}

  private ProjectContext(Path root, Path state, ContextResources resources, PathScope scope)
      throws IOException {
    this.executor = resources.executor().forAnotherProject();
    this.root = root;
    this.state = state;
    this.resources = resources;
    Files.createDirectories(state);
    this.index =
        ProjectIndex.open(
            state.resolve("index"),
            IndexSettings.STANDARD.withRules(withoutSecrets()),
            resources.threads(),
            resources.time(),
            resources.memory());
    this.overlays = new OverlayParser(resources.parser(), resources.threads());
    this.views = new ViewFilter(scope);
    this.strategies = new ProjectStrategies(git(), state);
  }

  /**
   * Opens what is kept about a folder; reads nothing of the folder yet.
   *
   * @param root the top folder of a git repository, or any folder
   * @param state where the index and the rest are kept; made if it is not there
   */
  public static ProjectContext open(Path root, Path state, ContextResources resources)
      throws IOException {
    return open(root, state, resources, PathScope.ALL);
  }

  /** The same where each view sees only what these rules let it see. */
  public static ProjectContext open(
      Path root, Path state, ContextResources resources, PathScope scope) throws IOException {
    return new ProjectContext(root, state, resources, scope);
  }

  /** The folder that is asked about. */
  public Path root() {
    return root;
  }

  /** Whether it is a git repository, bare or not. */
  public boolean isRepository() {
    return Files.exists(root.resolve(".git")) || RevisionChanges.isBare(root);
  }

  /**
   * Makes the index hold what the folder holds now; of a repository, what its HEAD does. Text can
   * be found when this returns; {@link #updateSyntax} does the rest.
   */
  public UpdateResult update(Progress progress, CancellationToken token)
      throws IOException, InterruptedException {
    if (!isRepository()) {
      return index.update(new FolderTree(root, git(), state.resolve("rules.git")), progress, token);
    }
    Optional<String> tip = RevisionChanges.tip(git(), token);
    GitTree tree = RevisionChanges.tree(git(), tip, token);
    UpdateResult result = index.update(tree, progress, token);
    indexed.set(new Indexed(tree.knownId().orElseThrow(), tip));
    return result;
  }

  /** Has the syntax read of what is indexed and was not read yet. */
  public UpdateResult updateSyntax(Progress progress, CancellationToken token)
      throws IOException, InterruptedException {
    return index.updateSyntax(resources.parser(), progress, token);
  }

  /** The same in steps of that many files, so that another writer waits for one step at most. */
  UpdateResult updateSyntax(int stepFiles, Progress progress, CancellationToken token)
      throws IOException, InterruptedException {
    return index.updateSyntax(resources.parser(), stepFiles, progress, token);
  }

  /** What the index holds, in numbers. */
  public IndexStatus status() throws IOException {
    return index.status();
  }

  /** Deletes everything in the index; returns false if another process is writing it. */
  public boolean clear(CancellationToken token) throws IOException, InterruptedException {
    return index.clear(token);
  }

  /** The best pieces for these words, of what the default view sees. */
  public List<Hit> search(String words, int limit) {
    return search(words, View.DEFAULT, limit);
  }

  /** The best pieces for these words, of what a view sees. */
  public List<Hit> search(String words, View view, int limit) {
    try (IndexSnapshot newest = index.snapshot();
        VisibleState visible = views.see(view, newest)) {
      return visible.snapshot().search(words, limit);
    }
  }

  /** What the rules of a view keep out of answers about what was indexed last. */
  public Unseen unseen(View view) {
    try (IndexSnapshot newest = index.snapshot();
        VisibleState visible = views.see(view, newest)) {
      return visible.unseen();
    }
  }

  /** Answers a request about what was indexed last. */
  public AssembledContext assemble(ContextRequest request, CancellationToken token)
      throws InterruptedException {
    return assemble(request, ProjectState.NEWEST, AssemblyOptions.STANDARD, token);
  }

  /**
   * Answers a request, with what its view sees.
   *
   * @param state of which state of the project
   * @throws dev.cleveragents.context.pipeline.BudgetTooSmallException if the budget is too small
   * @throws dev.cleveragents.exec.git.GitException if there is no such revision
   */
  public AssembledContext assemble(
      ContextRequest request, ProjectState state, AssemblyOptions options, CancellationToken token)
      throws InterruptedException {
    return look(
        state,
        request.wishes().view(),
        options,
        token,
        (visible, sources) ->
            new ContextPipeline(sources, options.settings(), executor, options.counter())
                .assemble(visible.within(request), token));
  }

  /**
   * The answer to a request of a plan that is a part of another.
   *
   * @param skeleton the outline of what the other plan sees, which comes first
   * @param answer in the rest of the budget
   */
  public record PartialAnswer(Skeleton skeleton, AssembledContext answer) {

    /** As it is sent. */
    public String text() {
      return skeleton.text() + answer.text();
    }

    /** An upper bound of the size of the text. */
    public int tokens() {
      return skeleton.tokens() + answer.usage().tokens();
    }
  }

  /**
   * Answers a request of a plan that is a part of another.
   *
   * @param whole the request of that other plan
   * @throws dev.cleveragents.context.pipeline.BudgetTooSmallException if the budget is too small
   * @throws dev.cleveragents.exec.git.GitException if there is no such revision
   */
  public PartialAnswer assemblePart(
      ContextRequest request,
      ContextRequest whole,
      ProjectState state,
      AssemblyOptions options,
      CancellationToken token)
      throws InterruptedException {
    return look(
        state,
        request.wishes().view(),
        options,
        token,
        (visible, sources) -> {
          ContextPipeline pipeline =
              new ContextPipeline(sources, options.settings(), executor, options.counter());
          Skeleton skeleton =
              pipeline.skeleton(pipeline.assemble(visible.within(whole), token), request);
          ContextRequest rest = request.withBudget(request.budget() - skeleton.tokens());
          return new PartialAnswer(skeleton, pipeline.assemble(visible.within(rest), token));
        });
  }

  /**
   * Something done with one state of a project.
   *
   * @param <T> the result
   */
  @FunctionalInterface
  public interface Look<T> {

    /** Called once; neither may be kept, the snapshot is closed afterwards. */
    T at(IndexSnapshot seen, PipelineSources sources) throws InterruptedException;
  }

  /**
   * Shows what an answer to the default view is made from, for those who ask strategies one by one
   * or measure them.
   *
   * @param state of which state of the project
   */
  public <T> T look(
      ProjectState state, AssemblyOptions options, CancellationToken token, Look<T> look)
      throws InterruptedException {
    return look(
        state,
        View.DEFAULT,
        options,
        token,
        (visible, sources) -> look.at(visible.snapshot(), sources));
  }

  private interface StateReader<T> {
    T of(VisibleState visible, PipelineSources sources) throws InterruptedException;
  }

  private <T> T look(
      ProjectState state,
      View view,
      AssemblyOptions options,
      CancellationToken token,
      StateReader<T> reader)
      throws InterruptedException {
    try (IndexSnapshot newest = index.snapshot();
        VisibleState visible =
            views.see(
                view,
                newest,
                new RevisionChanges(git(), newest).changes(state, token),
                overlays.within(options.settings().deadlines().standard()),
                token)) {
      Optional<String> commit = isRepository() ? commit(state, newest, token) : Optional.empty();
      return reader.of(visible, strategies.over(visible, commit, options));
    }
  }

  /** The commit that what is seen in a repository comes from; none if there is no such commit. */
  private Optional<String> commit(ProjectState state, IndexSnapshot newest, CancellationToken token)
      throws InterruptedException {
    Indexed last = indexed.get();
    return state.revision().isEmpty() && last != null && last.tree().equals(newest.tree())
        ? last.commit()
        : RevisionChanges.commit(git(), state, token);
  }

  @Override
  public void close() throws IOException {
    overlays.close();
    views.close();
    index.close();
  }

  /** What never gets into the index gets into no answer. */
  private static IndexRules withoutSecrets() {
    return IndexRules.STANDARD.cleaning("secrets-1", Secrets.standard()::redactFile);
  }

  /** An object that is not there is missing from answers; nothing is downloaded for a question. */
  Git git() {
    return new Git(resources.runner(), root).withoutFetching();
  }
}
