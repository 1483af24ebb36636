package dev.cleveragents.models.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelException.Kind;
import dev.cleveragents.engine.model.ReplyListener;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.models.http.SharedHttpClient;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The errors that every provider reports, by status or in its stream. */
class ProviderErrorTest {

  private final WireServer server = new WireServer();
  private final SharedHttpClient http = new SharedHttpClient();

  @AfterEach
  void close() {
    http.close();
    server.close();
  }

  private ModelException failure(WireFormat format) {
    return catchThrowableOfType(
        ModelException.class,
        () ->
            format
                .model(server, http, Duration.ofSeconds(20))
                .reply(Requests.simple(), ReplyListener.NONE, CancellationToken.none()));
  }

  private ModelException answered(WireFormat format, int status, String body, String... headers) {
    server.then(it -> it.respond(status, body, headers));
    return failure(format);
  }

  /** An error of a format: its status, its type and its message. */
  private record Said(WireFormat format, int status, String type, String message, Kind kind) {}

  static Stream<Arguments> errors() {
    WireFormat chat = WireFormat.CHAT_COMPLETIONS;
    WireFormat responses = WireFormat.RESPONSES;
    WireFormat anthropic = WireFormat.ANTHROPIC;
    WireFormat gemini = WireFormat.GEMINI;
    WireFormat ollama = WireFormat.OLLAMA;
    Stream<Said> common =
        Stream.of(WireFormat.values())
            .flatMap(
                it ->
                    Stream.of(
                        new Said(it, 401, "authentication_error", "wrong key", Kind.AUTH),
                        new Said(it, 403, "permission_error", "not you", Kind.AUTH),
                        new Said(it, 404, "not_found", "no such model", Kind.NOT_FOUND),
                        new Said(it, 408, "timeout", "too slow", Kind.TIMEOUT),
                        new Said(it, 413, "too_large", "too large", Kind.CONTEXT_TOO_LONG),
                        new Said(it, 422, "other", "no", Kind.INVALID_REQUEST),
                        new Said(it, 429, "rate_limit_error", "slower", Kind.RATE_LIMITED),
                        new Said(it, 500, "api_error", "oops", Kind.OVERLOADED),
                        new Said(it, 503, "UNAVAILABLE", "overloaded", Kind.OVERLOADED),
                        new Said(it, 529, "overloaded_error", "overloaded", Kind.OVERLOADED)));
    Stream<Said> own =
        Stream.of(
            new Said(chat, 400, "context_length_exceeded", "x", Kind.CONTEXT_TOO_LONG),
            new Said(
                responses,
                400,
                "invalid_request_error",
                "Your input exceeds the context window of this model.",
                Kind.CONTEXT_TOO_LONG),
            new Said(
                ollama,
                400,
                "exceed_context_size_error",
                "the request exceeds the available context size",
                Kind.CONTEXT_TOO_LONG),
            new Said(
                anthropic,
                400,
                "invalid_request_error",
                "prompt is too long: 208310 tokens > 200000 maximum",
                Kind.CONTEXT_TOO_LONG),
            new Said(
                anthropic,
                400,
                "invalid_request_error",
                "input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000",
                Kind.CONTEXT_TOO_LONG),
            new Said(
                gemini,
                400,
                "INVALID_ARGUMENT",
                "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
                Kind.CONTEXT_TOO_LONG),
            new Said(
                gemini,
                400,
                "INVALID_ARGUMENT",
                "API key not valid. Please pass a valid API key.",
                Kind.AUTH),
            new Said(
                anthropic,
                400,
                "invalid_request_error",
                "Your credit balance is too low to access the Anthropic API.",
                Kind.AUTH),
            new Said(responses, 429, "insufficient_quota", "You exceeded your quota", Kind.AUTH),
            new Said(responses, 400, "content_policy_violation", "no", Kind.REFUSED),
            new Said(chat, 400, "invalid_request_error", "bad tool", Kind.INVALID_REQUEST));
    return Stream.concat(common, own)
        .map(it -> Arguments.of(it.format, it.status, it.type, it.message, it.kind));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void anErrorHasItsKind(
      WireFormat format, int status, String type, String message, Kind expected) {
    ModelException failure = answered(format, status, format.error(type, message));

    assertThat(failure.kind()).isEqualTo(expected);
    assertThat(failure)
        .hasMessageContaining(format.provider.id() + "/m-1")
        .hasMessageContaining(message)
        .hasMessageContaining("status " + status);
  }

  @ParameterizedTest
  @EnumSource
  void anErrorMayBeNoJson(WireFormat format) {
    ModelException failure =
        answered(format, 502, "<html><body><h1>Bad Gateway</h1>\n<p>nginx</p></body></html>");

    assertThat(failure.kind()).isEqualTo(Kind.OVERLOADED);
    assertThat(failure).hasMessageContaining("Bad Gateway (status 502)");
  }

  @ParameterizedTest
  @EnumSource
  void aRedirectIsNotFollowed(WireFormat format) {
    ModelException failure = answered(format, 302, "", "Location", server.address() + "/other");

    assertThat(failure.kind()).isEqualTo(Kind.INVALID_REQUEST);
    assertThat(server.requests()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void aLongMessageIsCut(WireFormat format) {
    ModelException failure = answered(format, 400, format.error("x", "long ".repeat(100_000)));

    assertThat(String.valueOf(failure.getMessage()).length()).isLessThan(800);
  }

  @ParameterizedTest
  @EnumSource
  void theWaitInSecondsIsKept(WireFormat format) {
    assertThat(answered(format, 429, format.error("x", "y"), "Retry-After", "17").retryAfter())
        .contains(Duration.ofSeconds(17));
  }

  @ParameterizedTest
  @EnumSource
  void theWaitUntilADateIsKept(WireFormat format) {
    String date =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(
            Instant.now().plusSeconds(40).atOffset(ZoneOffset.UTC));

    assertThat(answered(format, 503, "", "Retry-After", date).retryAfter())
        .hasValueSatisfying(
            it -> assertThat(it).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(41)));
  }

  @ParameterizedTest
  @EnumSource
  void theWaitInMillisecondsWins(WireFormat format) {
    assertThat(
            answered(format, 429, "", "retry-after", "17", "retry-after-ms", "1500").retryAfter())
        .contains(Duration.ofMillis(1500));
  }

  @Test
  void geminiNamesTheWaitInTheBody() {
    String body =
        """
        {"error":{"code":429,"message":"slower","status":"RESOURCE_EXHAUSTED","details":[
        {"@type":"x/QuotaFailure"},{"@type":"x/RetryInfo","retryDelay":"34.5s"}]}}""";

    ModelException failure = answered(WireFormat.GEMINI, 429, body);

    assertThat(failure.kind()).isEqualTo(Kind.RATE_LIMITED);
    assertThat(failure.retryAfter()).contains(Duration.ofMillis(34_500));
  }

  static Stream<Arguments> errorsInStreams() {
    return Stream.of(
        Arguments.of(
            WireFormat.ANTHROPIC,
            "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n",
            Kind.OVERLOADED),
        Arguments.of(
            WireFormat.ANTHROPIC,
            "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"message\":\"x\"}}\n\n",
            Kind.RATE_LIMITED),
        Arguments.of(
            WireFormat.ANTHROPIC,
            "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"x\"}}\n\n",
            Kind.INVALID_REQUEST),
        Arguments.of(
            WireFormat.CHAT_COMPLETIONS,
            "data: {\"error\":{\"message\":\"The server had an error\",\"type\":\"server_error\"}}\n\n",
            Kind.OVERLOADED),
        Arguments.of(
            WireFormat.OLLAMA,
            "data: {\"error\":\"model runner has stopped\"}\n\n",
            Kind.OVERLOADED),
        Arguments.of(
            WireFormat.RESPONSES,
            "event: error\ndata: {\"type\":\"error\",\"code\":\"rate_limit_exceeded\",\"message\":\"x\"}\n\n",
            Kind.RATE_LIMITED),
        Arguments.of(
            WireFormat.RESPONSES,
            "event: response.failed\ndata: {\"type\":\"response.failed\",\"response\":{\"status\":\"failed\",\"error\":{\"code\":\"server_error\",\"message\":\"x\"}}}\n\n",
            Kind.OVERLOADED),
        Arguments.of(
            WireFormat.RESPONSES,
            "event: response.failed\ndata: {\"type\":\"response.failed\",\"response\":{\"status\":\"failed\"}}\n\n",
            Kind.OVERLOADED),
        Arguments.of(
            WireFormat.GEMINI,
            "data: {\"error\":{\"code\":503,\"message\":\"The model is overloaded.\",\"status\":\"UNAVAILABLE\"}}\r\n\r\n",
            Kind.OVERLOADED),
        Arguments.of(
            WireFormat.GEMINI,
            "data: {\"error\":{\"code\":429,\"message\":\"x\",\"status\":\"RESOURCE_EXHAUSTED\"}}\r\n\r\n",
            Kind.RATE_LIMITED),
        Arguments.of(
            WireFormat.GEMINI,
            "data: {\"promptFeedback\":{\"blockReason\":\"PROHIBITED_CONTENT\"}}\r\n\r\n",
            Kind.REFUSED),
        Arguments.of(
            WireFormat.CHAT_COMPLETIONS,
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"refusal\":\"I cannot\"}}]}\n\n",
            Kind.REFUSED),
        Arguments.of(
            WireFormat.RESPONSES,
            "event: response.refusal.delta\ndata: {\"type\":\"response.refusal.delta\",\"delta\":\"I cannot\"}\n\n",
            Kind.REFUSED));
  }

  @ParameterizedTest
  @MethodSource("errorsInStreams")
  void anErrorInAStreamHasItsKind(WireFormat format, String event, Kind expected) {
    List<String> events = format.events(WireReply.saying("a", "b"));
    server.then(
        it -> {
          it.startStream();
          it.chunk(events.getFirst());
          it.chunk(event);
          it.chunk(String.join("", events.subList(1, events.size())));
          it.endStream();
        });

    assertThat(failure(format).kind()).isEqualTo(expected);
  }
}
