package dev.cleveragents.engine.policy;

import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import java.util.List;

/** The answer of the guards to one tool call. */
public sealed interface GuardVerdict {

  /** The call may run. */
  record Allow() implements GuardVerdict {}

  /**
   * A person must approve the call first.
   *
   * @param gates the gates that ask; at least one
   */
  record Ask(List<Gate> gates) implements GuardVerdict {
    public Ask {
      gates = List.copyOf(gates);
    }
  }

  /**
   * The call is refused.
   *
   * @param why the end of a sentence
   */
  record Refuse(String why) implements GuardVerdict {}
}
