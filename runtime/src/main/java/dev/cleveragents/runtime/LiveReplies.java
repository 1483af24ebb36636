package dev.cleveragents.runtime;

import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.audit.Redactor;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.execution.AgentServices.ReplyFeed;
import dev.cleveragents.engine.subplan.SubplanNode;
import dev.cleveragents.workspace.PlanId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The ends of what models and commands write in this process at present, without recognised
 * secrets, for people who watch. The text of a plan is dropped when its next event is shown.
 */
final class LiveReplies implements ReplyFeed {

  private static final int KEPT = 400;

  private final Redactor redactor = Redactor.standard();
  private final Map<PlanId, String> ends = new ConcurrentHashMap<>();

  @Override
  public void text(PlanId plan, String part) {
    ends.merge(plan, end(part), (before, more) -> end(before + more));
  }

  private static String end(String text) {
    return text.length() <= KEPT ? text : text.substring(text.length() - KEPT);
  }

  /** A watcher that also receives the end of the plan's reply while it arrives. */
  PlanWatcher shownTo(PlanWatcher watcher, PlanId plan) {
    return new PlanWatcher() {

      @Override
      public void happened(AuditEntry entry) {
        ends.remove(plan);
        watcher.happened(entry);
      }

      @Override
      public void troubled(String why) {
        watcher.troubled(why);
      }

      @Override
      public void updated(Plan read) {
        watcher.replying(redactor.redact(ends.getOrDefault(plan, "")));
        watcher.updated(read);
      }

      @Override
      public void subplans(List<SubplanNode> subplans) {
        watcher.subplans(subplans);
      }

      @Override
      public void ticked(Plan last) {
        watcher.replying(redactor.redact(ends.getOrDefault(plan, "")));
        watcher.ticked(last);
      }
    };
  }
}
