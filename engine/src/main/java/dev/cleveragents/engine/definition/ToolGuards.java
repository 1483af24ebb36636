package dev.cleveragents.engine.definition;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Limits on tool calls that no approval and no confidence can lift.
 *
 * @param deny calls that are refused
 * @param allow the only calls that are allowed; null allows every call that is not denied
 * @param callsPerStep the maximum number of tool calls in one turn of an actor, which is its work
 *     or one repair round; null for no limit
 */
public record ToolGuards(
    List<ToolPattern> deny, @Nullable List<ToolPattern> allow, @Nullable Integer callsPerStep) {

  public ToolGuards {
    deny = List.copyOf(deny);
    allow = allow == null ? null : List.copyOf(allow);
  }
}
