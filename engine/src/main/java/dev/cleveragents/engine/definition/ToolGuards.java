package dev.cleveragents.engine.definition;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What no answer of a person and no confidence of an actor lets happen.
 *
 * @param deny what is never done
 * @param allow what alone is done; null if everything is that is not denied
 * @param callsPerStep how many tools an actor may use in one turn: its work, or one round of
 *     mending; null for any number
 */
public record ToolGuards(
    List<ToolPattern> deny, @Nullable List<ToolPattern> allow, @Nullable Integer callsPerStep) {

  public ToolGuards {
    deny = List.copyOf(deny);
    allow = allow == null ? null : List.copyOf(allow);
  }
}
