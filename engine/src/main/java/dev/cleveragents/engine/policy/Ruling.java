package dev.cleveragents.engine.policy;

import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import java.util.List;

/** What the guards say about one use of a tool. */
public sealed interface Ruling {

  /** It may happen. */
  record Go() implements Ruling {}

  /**
   * A person has to be asked first.
   *
   * @param gates that it does not pass without; at least one
   */
  record Ask(List<Gate> gates) implements Ruling {
    public Ask {
      gates = List.copyOf(gates);
    }
  }

  /**
   * It does not happen.
   *
   * @param why as the end of a sentence
   */
  record Refuse(String why) implements Ruling {}
}
