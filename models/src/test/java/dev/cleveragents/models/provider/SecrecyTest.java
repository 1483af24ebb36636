package dev.cleveragents.models.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import dev.cleveragents.engine.model.ReplyListener;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.models.access.Endpoint;
import dev.cleveragents.models.access.Secret;
import dev.cleveragents.models.http.SharedHttpClient;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** A key is in no message, stack trace or log line, even if the server sends it back. */
class SecrecyTest {

  private static final String KEY = WireFormat.KEY;

  private final WireServer server = new WireServer();
  private final SharedHttpClient http = new SharedHttpClient();
  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final Level level = root.getLevel();

  @BeforeEach
  void listen() {
    logged.start();
    root.addAppender(logged);
    root.setLevel(Level.TRACE);
  }

  @AfterEach
  void close() {
    root.setLevel(level);
    root.detachAppender(logged);
    http.close();
    server.close();
  }

  private String failure(WireFormat format) {
    Throwable thrown =
        catchThrowable(
            () ->
                format
                    .model(server, http, Duration.ofSeconds(20))
                    .reply(Requests.simple(), ReplyListener.NONE, CancellationToken.none()));
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  private void assertHidden(String failure) {
    assertThat(failure).doesNotContain(KEY).doesNotContain(KEY.substring(5));
    for (ILoggingEvent event : new ArrayList<>(logged.list)) {
      assertThat(event.getFormattedMessage()).doesNotContain(KEY);
      if (event.getThrowableProxy() != null) {
        assertThat(ThrowableProxyUtil.asString(event.getThrowableProxy())).doesNotContain(KEY);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = "OLLAMA", mode = EnumSource.Mode.EXCLUDE)
  void theBodyOfAnErrorMayHaveTheKey(WireFormat format) {
    server.then(it -> it.respond(401, format.error("x", "Incorrect API key provided: " + KEY)));

    String failure = failure(format);

    assertHidden(failure);
    assertThat(failure).contains("Incorrect API key provided: [key]");
  }

  @ParameterizedTest
  @EnumSource(names = "OLLAMA", mode = EnumSource.Mode.EXCLUDE)
  void aPageMayHaveTheKey(WireFormat format) {
    server.then(it -> it.respond(500, "<p>Authorization: Bearer " + KEY + "</p>"));

    assertHidden(failure(format));
  }

  @ParameterizedTest
  @EnumSource(names = "OLLAMA", mode = EnumSource.Mode.EXCLUDE)
  void anEventMayHaveTheKey(WireFormat format) {
    server.then(
        it ->
            it.stream(
                List.of("event: error\ndata: %s\n\n".formatted(format.error("x", "key " + KEY)))));

    assertHidden(failure(format));
  }

  @ParameterizedTest
  @EnumSource(names = "OLLAMA", mode = EnumSource.Mode.EXCLUDE)
  void aBrokenEventMayHaveTheKey(WireFormat format) {
    server.then(
        it -> it.stream(List.of("event: message_start\ndata: {\"k\":\"%s\n\n".formatted(KEY))));

    assertHidden(failure(format));
  }

  @Test
  void aKeyIsHiddenBeforeTheMessageIsCut() {
    String key = "plain-key-without-a-known-start";
    ProviderError error = new ProviderError(401, "", "x".repeat(490) + key, null);

    assertThat(error.text(new Secret(key)::redact)).doesNotContain("plain").contains("[key]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Incorrect API key provided: sk-proj-***********abcd.",
        "key AIzaSyA0123456789-abcdef is not valid",
        "bad sk-ant-" + "api03-AAAAAAAA-bbbb"
      })
  void whatLooksLikeAKeyIsHidden(String message) {
    assertThat(new Secret("another-key").redact(message))
        .contains("[key]")
        .doesNotContain("abcd", "AIza", "sk-");
  }

  @Test
  void ordinaryWordsAreNotHidden() {
    String message = "The task-force of pk-fields has a risk-averse model gpt-5-mini";

    assertThat(new Secret("another-key").redact(message)).contains("risk-averse", "gpt-5-mini");
  }

  @Test
  void nothingPrintsTheKey() {
    Endpoint endpoint =
        new Endpoint(
            dev.cleveragents.models.access.Provider.OPENAI, "http://x", true, new Secret(KEY));

    assertThat(endpoint.toString()).doesNotContain(KEY).contains("[key]");
  }
}
