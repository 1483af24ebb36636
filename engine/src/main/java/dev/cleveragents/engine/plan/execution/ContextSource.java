package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanRows;
import dev.cleveragents.engine.plan.brief.PlanBrief.Part;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.store.Database;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.resource.Resource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
   * @param above of what it is a part; null for a plan without a parent
   */
  record Query(
      PlanId plan,
      String goal,
      Resource resource,
      String base,
      Map<String, Optional<byte[]>> changed,
      @Nullable Above above) {

    /** Takes a copy. */
    public Query {
      changed = Map.copyOf(changed);
    }
  }

  /**
   * The plan that a subplan is a part of.
   *
   * @param goal of that plan, whose context is shown in outline first
   * @param file that the subplan is about; null if it is about none
   */
  record Above(String goal, @Nullable String file) {

    /** Of a plan; null if it has no parent. */
    static @Nullable Above of(Plan plan, Database database) {
      PlanId parent = plan.kind().parent();
      Part part = plan.brief().part();
      if (parent == null) {
        return null;
      }
      Plan whole = database.read(transaction -> new PlanRows(transaction).require(parent));
      return new Above(whole.kind().goal(), part == null ? null : part.file());
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
