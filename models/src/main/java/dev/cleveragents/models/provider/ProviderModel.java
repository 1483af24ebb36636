package dev.cleveragents.models.provider;

import dev.cleveragents.engine.model.ChatModel;
import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelException.Kind;
import dev.cleveragents.engine.model.ModelInfo;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.engine.model.ReplyListener;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.models.access.Endpoint;
import dev.cleveragents.models.http.HttpExchange;
import dev.cleveragents.models.http.SharedHttpClient;
import dev.cleveragents.models.provider.StreamFacts.Finish;
import dev.cleveragents.workspace.Json;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A model of a provider. One reply is one exchange, without a retry, on the calling thread.
 * Immutable.
 */
public final class ProviderModel implements ChatModel {

  private final ModelInfo info;
  private final Endpoint endpoint;
  private final SharedHttpClient http;
  private final Duration silence;
  private final TimeSource time;
  private final Wire wire;

  /**
   * @param silence how long nothing may arrive
   * @param time for waits that a provider names by their date
   */
  public ProviderModel(
      ModelInfo info, Endpoint endpoint, SharedHttpClient http, Duration silence, TimeSource time) {
    this.info = info;
    this.endpoint = endpoint;
    this.http = http;
    this.silence = silence;
    this.time = time;
    this.wire =
        switch (endpoint.provider()) {
          case ANTHROPIC -> new AnthropicWire();
          case GEMINI -> new GeminiWire();
          case OLLAMA -> new ChatCompletionsWire();
          case OPENAI -> endpoint.official() ? new ResponsesWire() : new ChatCompletionsWire();
        };
  }

  @Override
  public ModelInfo info() {
    return info;
  }

  @Override
  public ModelReply reply(ModelRequest request, ReplyListener listener, CancellationToken token)
      throws ModelException, InterruptedException {
    StreamFacts facts = new StreamFacts();
    HttpExchange exchange = exchange(request, facts, token);
    Failures failures = failures(request);
    AiMessage message = run(exchange, request, listener, token, facts);
    try {
      return new ReplyChecks(request, facts)
          .check(message, exchange.header(wire.requestIdHeader()).orElseGet(facts::requestId));
    } catch (ModelException e) {
      throw failures.named(e);
    }
  }

  /** Whether the model answers at all; what it has used. A reply that is cut is good enough. */
  public ModelUsage probe(ModelRequest request, CancellationToken token)
      throws ModelException, InterruptedException {
    StreamFacts facts = new StreamFacts();
    AiMessage _ = run(exchange(request, facts, token), request, ReplyListener.NONE, token, facts);
    ReplyChecks checks = new ReplyChecks(request, facts);
    try {
      checks.checkFinish();
    } catch (ModelException e) {
      throw failures(request).named(e);
    }
    return Optional.ofNullable(facts.usage()).orElse(ModelUsage.ZERO);
  }

  private Failures failures(ModelRequest request) {
    return new Failures(info.name(), endpoint, request, time);
  }

  private HttpExchange exchange(ModelRequest request, StreamFacts facts, CancellationToken token) {
    Consumer<ServerSentEvent> watcher = event -> note(event, facts);
    UnaryOperator<String> rewrite = body -> wire.rewrite(body, info.name().model(), request);
    return http.exchange(watcher, rewrite, token, silence);
  }

  private void note(ServerSentEvent event, StreamFacts facts) {
    if ("[DONE]".equals(event.data().strip())) {
      return;
    }
    Object data = Json.readObject(event.data());
    ProviderError.ofEvent(data).ifPresent(facts::failed);
    wire.note(event.event(), data, facts);
  }

  private AiMessage run(
      HttpExchange exchange,
      ModelRequest request,
      ReplyListener listener,
      CancellationToken token,
      StreamFacts facts)
      throws ModelException, InterruptedException {
    token.throwIfCancelled();
    Failures failures = failures(request);
    ReplyCollector collector = new ReplyCollector(listener);
    try {
      wire.open(endpoint, info.name().model(), exchange.asBuilder())
          .chat(wire.request(info.name().model(), request), collector);
    } catch (RuntimeException e) {
      collector.onError(e);
    }
    if (!exchange.isStarted()) {
      throw failures.named(
          new ModelException(
              Kind.INVALID_REQUEST, "the request cannot be sent: " + collector.errorMessage()));
    }
    collector.throwListenerFailure();
    Optional<AiMessage> message = collector.message();
    if (message.isPresent() && exchange.failure().isEmpty() && facts.error() == null) {
      return message.get();
    }
    if (exchange.isInterrupted() && Thread.interrupted()) {
      throw new InterruptedException();
    }
    token.throwIfCancelled();
    if (facts.finish() == Finish.REFUSED || facts.finish() == Finish.FAILED) {
      throw failures.named(new ReplyChecks(request, facts).unusableFinish());
    }
    throw failures.of(exchange, facts);
  }
}
