package dev.cleveragents.models.replay;

import dev.cleveragents.engine.model.RecordedExchange;
import java.util.List;

/** The exchanges of a plan, in their order. Each role has a turn of a number at most once. */
public record Recording(String goal, List<RecordedExchange> exchanges) {

  public Recording {
    exchanges = List.copyOf(exchanges);
  }
}
