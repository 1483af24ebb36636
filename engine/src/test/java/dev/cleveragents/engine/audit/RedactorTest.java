package dev.cleveragents.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Made-up secrets of real shapes are taken out; harmless text is left alone. */
class RedactorTest {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Redactor redactor = Redactor.knowing(Map.of());

  /** In pieces, so that no scanner takes this file for one with secrets. */
  private static String made(String prefix, String unit, int times) {
    return prefix + unit.repeat(times);
  }

  @ParameterizedTest
  @CsvSource({
    "anthropic-key, sk-ant-api03-, Ab3_, 24",
    "openai-key, sk-proj-, aB3-, 12",
    "openai-key, sk-, aB3d, 12",
    "openrouter-key, sk-or-v1-, a1b2, 16",
    "google-key, AIza, SyAb3, 7",
    "google-token, ya29., a0Af_, 8",
    "aws-key, AKIA, ABCD, 4",
    "github-token, ghp_, aB3d, 9",
    "github-token, github_pat_, 11AB_, 12",
    "gitlab-token, glpat-, aB3d_, 4",
    "slack-token, xoxb-, 1234-, 5",
    "slack-webhook, https://hooks.slack.com/services/, T0AB/, 6",
    "stripe-key, sk_live_, aB3d, 6",
    "npm-token, npm_, aB3d, 9",
    "pypi-token, pypi-, AgEIc, 12",
    "huggingface-token, hf_, aBcD, 9",
    "groq-key, gsk_, aB3d, 13",
    "xai-key, xai-, aB3d, 20",
    "sendgrid-key, SG., abcdefghijklmnopqrst.uvwxyz, 1",
    "digitalocean-token, dop_v1_, 0a1b2c3d, 8",
  })
  void keysOfKnownShapes(String kind, String prefix, String unit, int times) {
    String secret =
        kind.equals("sendgrid-key")
            ? "SG." + "aB3d".repeat(6) + "." + "eF5g".repeat(8)
            : made(prefix, unit, times);
    assertThat(redactor.redact("before " + secret + " after"))
        .isEqualTo("before [REDACTED:" + kind + "] after");
    assertThat(redactor.redact("\"" + secret + "\"")).isEqualTo("\"[REDACTED:" + kind + "]\"");
  }

  @Test
  void theFolderThatAShellIsInIsNoSecretWhateverItIsCalled() {
    Redactor shell = Redactor.knowing(Map.of("PWD", "/home/me/shop", "OLDPWD", "/home/me/old"));

    assertThat(shell.redact("no file /home/me/shop/a or /home/me/old/b"))
        .isEqualTo("no file /home/me/shop/a or /home/me/old/b");
  }

  @Test
  void tokensOfTheWeb() {
    String token =
        "eyJ" + "hbGciOi".repeat(3) + ".eyJ" + "zdWIiOi".repeat(3) + "." + "s5-_".repeat(9);
    assertThat(redactor.redact("got " + token)).isEqualTo("got [REDACTED:json-web-token]");
    assertThat(redactor.redact("Authorization: Bearer abcdef0123456789"))
        .isEqualTo("Authorization: Bearer [REDACTED:authorization]");
    assertThat(redactor.redact("authorization: Basic dXNlcjpwYXNz=="))
        .isEqualTo("authorization: Basic [REDACTED:authorization]");
  }

  @Test
  void privateKeys() {
    String key =
        "-----BEGIN RSA PRIVATE KEY-----\n"
            + "MIIEow\n".repeat(20)
            + "-----END RSA PRIVATE KEY-----";
    assertThat(redactor.redact("a\n" + key + "\nb")).isEqualTo("a\n[REDACTED:private-key]\nb");
    assertThat(redactor.redact("-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1r … (cut)"))
        .isEqualTo("[REDACTED:private-key]… (cut)");
    assertThat(redactor.redact(key + " " + key))
        .isEqualTo("[REDACTED:private-key] [REDACTED:private-key]");
  }

  @Test
  void passwordsInAddresses() {
    assertThat(redactor.redact("postgres://app:s3cr3t!@db:5432/x and https://me:tok@host/r.git"))
        .isEqualTo(
            "postgres://app:[REDACTED:password]@db:5432/x and https://me:[REDACTED:password]@host/r.git");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "OPENAI_API_KEY=abc123def | OPENAI_API_KEY=[REDACTED:value]",
        "export DB_PASSWORD='p4ss w0rd' | export DB_PASSWORD='[REDACTED:value]'",
        "\"client_secret\": \"q1w2e3r4\" | \"client_secret\": \"[REDACTED:value]\"",
        "passphrase=\"it's 4 words\" | passphrase=\"[REDACTED:value]\"",
        "password: hunter2hunter2 | password: [REDACTED:value]",
        "aws_secret_access_key = wJalr/XUtn+FEMI | aws_secret_access_key = [REDACTED:value]",
        "?access_token=abcdef123&x=1 | ?access_token=[REDACTED:value]&x=1",
      })
  void valuesOfNamesThatSoundSecret(String text, String safe) {
    assertThat(redactor.redact(text)).isEqualTo(safe);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "The token is refreshed once a day.",
        "int tokens = count(text);",
        "max_tokens: 4096",
        "password: true",
        "PASSWORD=",
        "the password must be at least 8 characters",
        "if (token == null) return;",
        "public String password() {",
        "api_key: ${API_KEY}",
        "https://example.com/a:b@c",
        "user@example.com: hello",
        "git@github.com:owner/repo.git",
        "commit 78981922613b2afb6025042ff6bd878ac1994e85",
        "sha256 ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "01HZXK3V9Q0000000000000000",
        "sk-8",
        "-----BEGIN PUBLIC KEY-----",
        "task-list-with-many-words-in-its-name",
        "a risk-based-approach-to-everything-we-do",
        "npm_config_cache",
        "monkey=banana keyboard=qwertyuiop",
        "import com.example.token.Tokenizer;",
        "bearer of bad news",
      })
  void harmlessTextStays(String text) {
    assertThat(redactor.redact(text)).isEqualTo(text);
  }

  @Test
  void valuesOfTheProcesssOwnSecrets() {
    Redactor knowing =
        Redactor.knowing(
            Map.of(
                "MY_API_KEY", "zebra-crossing-17",
                "MY_TOKEN", "zebra-crossing-17-long",
                "DB_PASSWORD", "short",
                "HOME", "/home/somebody"));
    assertThat(knowing.redact("x zebra-crossing-17-long y zebra-crossing-17 /home/somebody short"))
        .isEqualTo("x [REDACTED:env-MY_TOKEN] y [REDACTED:env-MY_API_KEY] /home/somebody short");
    assertThat(Redactor.standard().redact("nothing here")).isEqualTo("nothing here");
  }

  @Test
  void redactingTwiceChangesNothingMore() {
    String once =
        redactor.redact(
            "API_TOKEN=abcdef123456 password: \"qwertyuiop\" postgres://a:bcd@e Authorization: Bearer abcdef0123");
    assertThat(once).doesNotContain("abcdef").doesNotContain("qwerty");
    assertThat(redactor.redact(once)).isEqualTo(once);
  }

  @Test
  void longTextTakesNoLongTime() {
    for (String unit :
        new String[] {
          "a", "a_", "token", "-----BEGIN PRIVATE KEY-----", "x://a:", "eyJa.eyJ", " "
        }) {
      String text = unit.repeat(200_000 / unit.length());
      long start = THREADS.getCurrentThreadCpuTime();
      redactor.redact(text);
      assertThat(Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - start))
          .as(unit)
          .isLessThan(Duration.ofSeconds(10));
    }
  }
}
