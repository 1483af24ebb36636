package dev.cleveragents.models.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointsTest {

  @TempDir Path home;

  private Endpoint find(Provider provider, Map<String, String> environment) throws ModelException {
    return new Endpoints(environment, home).find(provider);
  }

  private ModelException refusal(Provider provider, Map<String, String> environment) {
    return catchThrowableOfType(ModelException.class, () -> find(provider, environment));
  }

  private void keys(String content, String permissions) throws IOException {
    Path file = home.resolve("keys.toml");
    Files.writeString(file, content);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private static @Nullable String key(Endpoint endpoint) {
    return endpoint.key() == null ? null : endpoint.key().reveal();
  }

  @ParameterizedTest
  @CsvSource({
    "ANTHROPIC, ANTHROPIC_API_KEY, https://api.anthropic.com/v1",
    "OPENAI, OPENAI_API_KEY, https://api.openai.com/v1",
    "GEMINI, GEMINI_API_KEY, https://generativelanguage.googleapis.com/v1beta",
    "GEMINI, GOOGLE_API_KEY, https://generativelanguage.googleapis.com/v1beta"
  })
  void aKeyIsEnough(Provider provider, String variable, String address) throws Exception {
    Endpoint endpoint = find(provider, Map.of(variable, " the-key\n"));

    assertThat(key(endpoint)).isEqualTo("the-key");
    assertThat(endpoint.address()).isEqualTo(address);
    assertThat(endpoint.official()).isTrue();
  }

  @Test
  void theFirstVariableOfAKeyWins() throws Exception {
    assertThat(
            key(
                find(
                    Provider.GEMINI,
                    Map.of("GOOGLE_API_KEY", "google", "GEMINI_API_KEY", "gemini"))))
        .isEqualTo("gemini");
  }

  @ParameterizedTest
  @CsvSource({
    "ANTHROPIC, http://h:1, http://h:1/v1",
    "ANTHROPIC, http://h:1/v1/, http://h:1/v1",
    "OPENAI, http://h:1/v1, http://h:1/v1",
    "OPENAI, http://h:1/openai/, http://h:1/openai",
    "GEMINI, https://h, https://h/v1beta",
    "GEMINI, https://h/v1beta, https://h/v1beta",
    "OLLAMA, h, http://h:11434/v1",
    "OLLAMA, h:1, http://h:1/v1",
    "OLLAMA, 0.0.0.0:1, http://127.0.0.1:1/v1",
    "OLLAMA, https://h, https://h/v1",
    "OLLAMA, http://h, http://h:11434/v1"
  })
  void anAddressMayBeGivenInItsUsualForms(Provider provider, String given, String address)
      throws Exception {
    Endpoint endpoint =
        find(
            provider,
            Map.of(
                provider.addressVariable(),
                given,
                "ANTHROPIC_API_KEY",
                "k",
                "GEMINI_API_KEY",
                "k"));

    assertThat(endpoint.address()).isEqualTo(address);
    assertThat(endpoint.official()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:///etc", "http://user:pw@h", "http://h?x=1", "http://", "h h"})
  void whatIsNoAddressIsRefused(String given) {
    ModelException refusal = refusal(Provider.OPENAI, Map.of("OPENAI_BASE_URL", given));

    assertThat(refusal.kind()).isEqualTo(Kind.INVALID_REQUEST);
    assertThat(refusal).hasMessageContaining("OPENAI_BASE_URL").hasMessageNotContaining("pw");
  }

  @Test
  void ownServersAndOllamaNeedNoKey() throws Exception {
    assertThat(key(find(Provider.OPENAI, Map.of("OPENAI_BASE_URL", "http://h/v1")))).isNull();
    assertThat(key(find(Provider.OLLAMA, Map.of()))).isNull();
  }

  @ParameterizedTest
  @EnumSource(names = "OLLAMA", mode = EnumSource.Mode.EXCLUDE)
  void withoutAKeyTheMessageSaysWhereToPutOne(Provider provider) {
    ModelException refusal = refusal(provider, Map.of());

    assertThat(refusal.kind()).isEqualTo(Kind.AUTH);
    assertThat(refusal)
        .hasMessageContaining(provider.keyVariables().getFirst())
        .hasMessageContaining(home.resolve("keys.toml").toString());
  }

  @Test
  void theFileHasKeysToo() throws Exception {
    keys("anthropic = \"file-key\"\n", "rw-------");

    assertThat(key(find(Provider.ANTHROPIC, Map.of()))).isEqualTo("file-key");
    assertThat(key(find(Provider.ANTHROPIC, Map.of("ANTHROPIC_API_KEY", "mine"))))
        .isEqualTo("mine");
    assertThat(refusal(Provider.OPENAI, Map.of()).kind()).isEqualTo(Kind.AUTH);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw----r--", "rw--w----", "rwx------"})
  void aFileThatOthersMayReadIsRefused(String permissions) throws Exception {
    keys("anthropic = \"file-key\"\n", permissions);

    ModelException refusal = refusal(Provider.ANTHROPIC, Map.of());

    assertThat(refusal.kind()).isEqualTo(Kind.AUTH);
    assertThat(refusal)
        .hasMessageContaining(permissions)
        .hasMessageContaining("chmod 600 " + home.resolve("keys.toml"))
        .hasMessageNotContaining("file-key");
  }

  @ParameterizedTest
  @ValueSource(strings = {"anthropic = file-key", "anthropic = 5", "anthropic = [\"file-key\"]"})
  void aBrokenFileIsRefusedWithoutItsContent(String content) throws Exception {
    keys(content, "rw-------");

    ModelException refusal = refusal(Provider.ANTHROPIC, Map.of());

    assertThat(refusal.kind()).isEqualTo(Kind.AUTH);
    assertThat(refusal)
        .hasMessageContaining("keys.toml")
        .hasMessageNotContaining("file-key")
        .hasNoCause();
  }

  @Test
  void anEmptyKeyIsNone() throws Exception {
    keys("anthropic = \"  \"\n", "rw-------");

    assertThat(refusal(Provider.ANTHROPIC, Map.of("ANTHROPIC_API_KEY", " ")))
        .hasMessageContaining("There is no key");
  }

  @Test
  void aVeryLargeFileIsRefused() throws Exception {
    keys("#".repeat(200_000), "rw-------");

    assertThat(refusal(Provider.ANTHROPIC, Map.of())).hasMessageContaining("bytes");
  }

  @Test
  void aKeyThatNoHeaderMayHaveIsRefusedWithoutShowingIt() {
    ModelException refusal =
        refusal(Provider.OPENAI, Map.of("OPENAI_API_KEY", "sk-abc\r\nX-Evil: 1"));

    assertThat(refusal.kind()).isEqualTo(Kind.AUTH);
    assertThat(refusal)
        .hasMessageContaining("OPENAI_API_KEY")
        .hasMessageNotContaining("sk-abc")
        .hasMessageNotContaining("Evil");
  }
}
