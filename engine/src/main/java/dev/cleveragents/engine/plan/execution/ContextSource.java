package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.resource.Resource;
import java.util.Map;
import java.util.Optional;

/** Finds the context of a project for a command that asks for it. */
@FunctionalInterface
public interface ContextSource {

  /**
   * A request for context.
   *
   * @param goal of the plan, and what was found wrong with what was done so far
   * @param base the commit that the plan starts from, or the hash of a directory's files
   * @param changed what the plan has changed so far: a file's bytes, or nothing for one that is
   *     gone
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
   * @param text for the command to read, secrets taken out
   * @param tokens how many tokens that is, at most
   * @param origin which state of the index and which weights it was made of
   */
  record Found(String text, int tokens, String origin) {}

  /**
   * Looks.
   *
   * @throws dev.cleveragents.workspace.OperationException if it cannot
   * @throws dev.cleveragents.kernel.cancel.CancelledException if the token is cancelled
   */
  Found about(Query query, CancellationToken token) throws InterruptedException;
}
