package dev.cleveragents.bench.agent;

import dev.cleveragents.engine.model.ModelToolCall;
import java.util.List;

/** What the model answers in one turn; without calls it ends its work. */
record ScriptedReply(String text, List<ModelToolCall> calls) {

  ScriptedReply {
    calls = List.copyOf(calls);
  }
}
