package dev.cleveragents.models.provider;

import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.models.access.Endpoint;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;

/** How one provider is spoken to. Stateless. */
interface Wire {

  /** A model of langchain4j for one exchange. */
  StreamingChatModel open(Endpoint endpoint, String model, HttpClientBuilder http);

  /** The request in the form of langchain4j. */
  ChatRequest request(String model, ModelRequest request);

  /** Changes the body that langchain4j has made, where it does not make what is needed. */
  default String rewrite(String body, String model, ModelRequest request) {
    return body;
  }

  /** Notes what the data of an event says; whether it is the last event. */
  boolean note(Object event, StreamFacts facts);

  /** The header of a response with the provider's name for the exchange. */
  String requestIdHeader();
}
