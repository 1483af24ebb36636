package dev.cleveragents.models.provider;

import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelException.Kind;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelReply.StopReason;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.models.provider.StreamFacts.Finish;
import dev.cleveragents.workspace.Json;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Lets only whole replies pass.
 *
 * <ul>
 *   <li>The stream has said that the reply has ended, and what it has used.
 *   <li>There is text or a tool call. The arguments of each call are exactly one JSON object: a
 *       reply that was cut at its limit loses a call that is not, any other is refused.
 *   <li>The id of each call is unique in its reply.
 * </ul>
 */
final class ReplyChecks {

  private final ModelRequest request;
  private final StreamFacts facts;

  ReplyChecks(ModelRequest request, StreamFacts facts) {
    this.request = request;
    this.facts = facts;
  }

  /**
   * The reply, if it is whole.
   *
   * @throws ModelException otherwise; its message says only what is wrong
   */
  ModelReply check(AiMessage message, String requestId) throws ModelException {
    Finish finish = checkFinish();
    ModelUsage usage = facts.usage();
    if (usage == null) {
      throw unusable("the reply has no usage");
    }
    String text = message.text() == null ? "" : message.text();
    List<ModelToolCall> calls = calls(message.toolExecutionRequests(), finish == Finish.LENGTH);
    if (text.isEmpty() && calls.isEmpty()) {
      if (finish == Finish.LENGTH) {
        throw new ModelException(
            Kind.INVALID_REQUEST,
            "all %d output tokens were used before an answer; allow more of them"
                .formatted(request.maxOutput()));
      }
      throw unusable("the reply has no text and no tool call");
    }
    StopReason stop =
        finish == Finish.LENGTH
            ? StopReason.LENGTH
            : calls.isEmpty() ? StopReason.END : StopReason.TOOL_CALLS;
    return new ModelReply(text, calls, stop, usage, requestId);
  }

  /** How the stream has ended; only an end that leaves a usable reply. */
  Finish checkFinish() throws ModelException {
    Finish finish = facts.finish();
    boolean usable = finish == Finish.END || finish == Finish.TOOL_CALLS || finish == Finish.LENGTH;
    if (finish == null || !usable || !facts.refusal().isEmpty()) {
      throw unusableFinish();
    }
    return finish;
  }

  /** Why the end of the stream leaves no usable reply. */
  ModelException unusableFinish() {
    if (facts.finish() == Finish.REFUSED || !facts.refusal().isEmpty()) {
      String words = facts.refusal().isEmpty() ? facts.finishWord() : facts.refusal();
      return new ModelException(Kind.REFUSED, "the provider refuses to answer: " + words);
    }
    return facts.finish() == null
        ? unusable("the stream has ended before the reply was whole")
        : unusable("the reply has ended with '%s'".formatted(facts.finishWord()));
  }

  private List<ModelToolCall> calls(List<ToolExecutionRequest> requested, boolean cut)
      throws ModelException {
    List<ModelToolCall> calls = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (ToolExecutionRequest call : requested) {
      String name = call.name() == null ? "" : call.name();
      String arguments =
          call.arguments() == null || call.arguments().isBlank() ? "{}" : call.arguments();
      if (!name.isBlank() && isObject(arguments)) {
        calls.add(new ModelToolCall(id(call.id(), calls.size() + 1, ids), name, arguments));
      } else if (!cut) {
        throw unusable("the arguments of a call of '%s' are not one JSON object".formatted(name));
      }
    }
    return calls;
  }

  private static boolean isObject(String arguments) {
    try {
      Json.readObject(arguments);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Its own id, or else one that no other turn of the conversation makes up. */
  private String id(String given, int place, Set<String> taken) {
    if (given != null && !given.isBlank() && taken.add(given)) {
      return given;
    }
    String made = "call_%d_%d".formatted(request.turn().number(), place);
    while (!taken.add(made)) {
      made += "_";
    }
    return made;
  }

  private static ModelException unusable(String what) {
    return new ModelException(Kind.OVERLOADED, what);
  }
}
