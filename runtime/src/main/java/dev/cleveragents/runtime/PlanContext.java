package dev.cleveragents.runtime;

import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.View;
import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.project.AssemblyOptions;
import dev.cleveragents.context.project.ProjectContext;
import dev.cleveragents.context.project.ProjectState;
import dev.cleveragents.engine.plan.execution.ContextSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.resource.ResourceType;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Gives a plan's commands the context of their project: from its index at the plan's base, overlaid
 * with the plan's changes, within the view {@code execute}. Syntax is read in the background; no
 * command waits for it.
 */
final class PlanContext implements ContextSource {

  private final ProjectContexts contexts;
  private final Breakers breakers;
  private final int budget;

  /**
   * @param budget the most tokens of an answer
   */
  PlanContext(ProjectContexts contexts, Breakers breakers, int budget) {
    this.contexts = contexts;
    this.breakers = breakers;
    this.budget = budget;
  }

  @Override
  public Found about(Query query, CancellationToken token) throws InterruptedException {
    ProjectContext folder = contexts.at(query.resource().location());
    try {
      folder.update(Progress.NONE, token);
    } catch (IOException e) {
      throw OperationException.failed(
          "Cannot update the index of %s: %s"
              .formatted(query.resource().location(), e.getMessage()),
          e);
    }
    contexts.syntax().read(folder);
    breakers.applyResets(contexts.resources().breakers());
    ContextRequest request = ContextRequest.about(query.goal(), budget).forView(View.EXECUTE);
    ProjectState state = new ProjectState(revision(query), query.changed());
    Above above = query.above();
    if (above == null) {
      AssembledContext answer = folder.assemble(request, state, AssemblyOptions.STANDARD, token);
      return new Found(answer.text(), answer.usage().tokens(), origin(answer));
    }
    List<NodeId> focus = above.file() == null ? List.of() : List.of(NodeId.file(above.file()));
    ProjectContext.PartialAnswer answer =
        folder.assemblePart(
            request.withFocus(focus),
            ContextRequest.about(above.goal(), budget).forView(View.EXECUTE),
            state,
            AssemblyOptions.STANDARD,
            token);
    return new Found(answer.text(), answer.tokens(), origin(answer.answer()));
  }

  private static String origin(AssembledContext answer) {
    return "index %s, weights %s".formatted(answer.versions().index(), answer.versions().weights());
  }

  private static Optional<String> revision(Query query) {
    return query.resource().type() == ResourceType.GIT_CHECKOUT
        ? Optional.of(query.base())
        : Optional.empty();
  }
}
