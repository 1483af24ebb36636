package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.resource.Resource;
import java.util.Map;
import java.util.Optional;

/** Finds the context of a project for a command or an agent that asks for it. */
@FunctionalInterface
public interface ContextSource {

  /**
   * A request for context.
   *
   * @param goal what it is about: the goal of the plan and the findings of failed checks, or a
   *     question of its agent
   * @param base the commit that the plan starts from, or the hash of a directory's files
   * @param changed the files that the plan has changed so far, by path; empty for a deleted one
   */
  record Query(
      PlanId plan,
      String goal,
      Resource resource,
      String base,
      Map<String, Optional<byte[]>> changed) {

    /** Takes a copy. */
    public Query {
      changed = Map.copyOf(changed);
    }
  }

  /**
   * The context that was found.
   *
   * @param text for the command to read, without secrets
   * @param tokens an upper bound of its size
   * @param origin the state of the index and the weights it was made with
   */
  record Found(String text, int tokens, String origin) {}

  /**
   * Finds the context.
   *
   * @throws dev.cleveragents.workspace.OperationException if it cannot
   * @throws dev.cleveragents.kernel.cancel.CancelledException if the token is cancelled
   */
  Found about(Query query, CancellationToken token) throws InterruptedException;
}
