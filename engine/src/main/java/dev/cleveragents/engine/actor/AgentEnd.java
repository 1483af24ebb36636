package dev.cleveragents.engine.actor;

import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.engine.tool.ArgumentRecord;
import dev.cleveragents.engine.tool.FinishTool;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a model ended its work.
 *
 * @param confidence from 0 to 1; null if it gave none
 * @param openPoints what it says is left to do
 */
public record AgentEnd(String summary, @Nullable Double confidence, List<String> openPoints) {

  public AgentEnd {
    openPoints = List.copyOf(openPoints);
  }

  static AgentEnd ofText(String text) {
    return new AgentEnd(text, null, List.of());
  }

  /** Of an accepted call that ends the work; only {@code finish} has a summary. */
  static AgentEnd ofCall(ModelToolCall call) {
    if (!call.tool().equals(FinishTool.NAME)) {
      return ofText("");
    }
    FinishTool.Arguments given = ArgumentRecord.of(new FinishTool()).readJson(call.arguments());
    return new AgentEnd(
        given.summary(),
        given.confidence(),
        given.openPoints() == null ? List.of() : given.openPoints());
  }
}
