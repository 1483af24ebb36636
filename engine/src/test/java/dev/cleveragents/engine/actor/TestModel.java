package dev.cleveragents.engine.actor;

import dev.cleveragents.engine.model.ChatModel;
import dev.cleveragents.engine.model.ChatModels;
import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelInfo;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.model.ModelPrice;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelReply.StopReason;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.engine.model.Money;
import dev.cleveragents.engine.model.ReplyListener;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** A model that gives the replies of a test, one for each turn, and keeps its requests. */
public final class TestModel implements ChatModel, ChatModels {

  /** One dollar per million tokens of input, two per million of output. */
  public static final ModelPrice PRICE =
      new ModelPrice(
          new Money(1_000_000), new Money(100_000), new Money(1_250_000), new Money(2_000_000));

  public static final ModelName NAME = new ModelName("test", "model");

  /** What a model replies to a request. */
  public interface Answering {
    ModelReply to(ModelRequest request, CancellationToken token)
        throws ModelException, InterruptedException;
  }

  public final List<ModelRequest> requests = Collections.synchronizedList(new ArrayList<>());
  private final Answering answering;
  private final ModelInfo info;

  public TestModel(Answering answering) {
    this(answering, new ModelInfo(NAME, 100_000, 4_000, PRICE));
  }

  public TestModel(Answering answering, ModelInfo info) {
    this.answering = answering;
    this.info = info;
  }

  /** A model with these replies, the first for the first turn. */
  public static TestModel replying(ModelReply... replies) {
    return new TestModel((request, _) -> replies[request.turn().number() - 1]);
  }

  /** A reply that calls a tool with these arguments, given in JSON. */
  public static ModelReply call(String tool, String arguments) {
    return calls(new ModelToolCall("call-1", tool, arguments));
  }

  public static ModelReply calls(ModelToolCall... calls) {
    return new ModelReply(
        "", List.of(calls), StopReason.TOOL_CALLS, new ModelUsage(100, 0, 0, 10), "r");
  }

  public static ModelReply finish() {
    return call("finish", "{\"summary\": \"done\"}");
  }

  @Override
  public ChatModel open(ModelName name) {
    return this;
  }

  @Override
  public ModelInfo info() {
    return info;
  }

  @Override
  public ModelReply reply(ModelRequest request, ReplyListener listener, CancellationToken token)
      throws ModelException, InterruptedException {
    return answer(request, token);
  }

  /** Its reply to a request, which it keeps. */
  ModelReply answer(ModelRequest request, CancellationToken token)
      throws ModelException, InterruptedException {
    requests.add(request);
    return answering.to(request, token);
  }

  /** The last answers of tools in a request, by the id of their calls. */
  public static Map<String, String> answers(ModelRequest request) {
    Map<String, String> answers = new java.util.LinkedHashMap<>();
    if (request.messages().getLast()
        instanceof dev.cleveragents.engine.model.ModelMessage.ToolAnswers given) {
      given.answers().forEach(answer -> answers.put(answer.call(), answer.text()));
    }
    return answers;
  }
}
