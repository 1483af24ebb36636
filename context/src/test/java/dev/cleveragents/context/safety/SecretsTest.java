package dev.cleveragents.context.safety;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.safety.FakeSecrets.Fake;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets go out of files, and nothing else of the files does. */
class SecretsTest {

  private static final int SEEDS = 50;

  private final Secrets secrets = Secrets.knowing(Map.of());

  @Test
  void everyFakeSecretGoesAndOnlyItsValue() {
    for (long seed = 0; seed < SEEDS; seed++) {
      for (Fake fake : new FakeSecrets(seed).all()) {
        String file = "first\n" + fake.line() + "\nlast\n";
        String safe = secrets.redactFile("deploy/settings.yml", file);
        assertThat(safe)
            .as("seed %d: %s", seed, fake)
            .isEqualTo(
                "first\n"
                    + fake.before()
                    + Secrets.marker(fake.kind())
                    + fake.after()
                    + "\nlast\n");
        assertThat(secrets.redactFile("deploy/settings.yml", safe)).isEqualTo(safe);
      }
    }
  }

  @Test
  void secretsInQuotesGoFromProgramsToo() {
    for (long seed = 0; seed < SEEDS; seed++) {
      for (Fake fake : new FakeSecrets(seed).all()) {
        boolean quoted = fake.after().startsWith("\"") || fake.after().startsWith("'");
        if (quoted) {
          assertThat(secrets.redactFile("src/Main.java", fake.line()))
              .as("seed %d: %s", seed, fake)
              .isEqualTo(fake.before() + Secrets.marker(fake.kind()) + fake.after());
        }
      }
    }
  }

  @Test
  void messagesLoseThemAsWell() {
    for (Fake fake : new FakeSecrets(7).all()) {
      boolean known = !fake.kind().equals("value");
      if (known) {
        assertThat(secrets.redact(fake.line())).as("%s", fake).doesNotContain(fake.secret());
      }
    }
  }

  @Test
  void aPrivateKeyKeepsItsLines() {
    List<String> body = new FakeSecrets(3).keyBody(12);
    for (String kind : List.of("RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", "")) {
      String begin = "-----BEGIN " + kind + "PRIVATE KEY-----";
      String end = "-----END " + kind + "PRIVATE KEY-----";
      String file = "a\n" + begin + "\n" + String.join("\n", body) + "\n" + end + "\nb\n";
      String safe = secrets.redactFile("key.pem", file);

      assertThat(safe.lines()).hasSameSizeAs(file.lines().toList());
      assertThat(safe).startsWith("a\n" + begin + "\n").endsWith("\n" + end + "\nb\n");
      assertThat(body).noneMatch(safe::contains);
    }
  }

  @Test
  void aPrivateKeyInAProgramOrInOneLineGoesToo() {
    List<String> body = new FakeSecrets(4).keyBody(5);
    String begin = "-----BEGIN PRIVATE KEY-----";
    String end = "-----END PRIVATE KEY-----";
    String program =
        "  String KEY = \"%s\\n\" +\n    \"%s\\n\" +\n    \"%s\";\n  int x;\n"
            .formatted(begin, String.join("\\n\" +\n    \"", body), end);
    String oneLine = "{\"k\": \"%s\\n%s\\n%s\\n\"}".formatted(begin, String.join("\\n", body), end);
    String cut = begin + "\n" + body.get(0) + "\n" + body.get(1) + "\n";

    for (String file : List.of(program, oneLine, cut)) {
      String safe = secrets.redactFile("Key.java", file);
      assertThat(safe.lines()).hasSameSizeAs(file.lines().toList());
      assertThat(body).noneMatch(safe::contains);
      assertThat(safe).contains(begin).contains("[REDACTED:private-key]");
    }
    assertThat(secrets.redactFile("Key.java", program)).endsWith("\n  int x;\n");
    String talk = "-----BEGIN PRIVATE KEY-----\" + lines(body) + \"-----END PRIVATE KEY-----";
    assertThat(secrets.redactFile("Key.java", talk)).isEqualTo(talk);
  }

  @Test
  void everyValueOfAFileOfVariablesGoesButSwitchesAndSmallNumbers() {
    String file =
        "# comment\nexport A=word # why\nB='two words'\nC=\"one\nmore\"\nDEBUG=true\nPORT=8080\nE=\nF=${A}\n";
    assertThat(secrets.redactFile("app/.env", file))
        .isEqualTo(
            "# comment\nexport A=[REDACTED:value] # why\nB='[REDACTED:value]'\nC=\"[REDACTED:value]\n\"\nDEBUG=true\nPORT=8080\nE=\nF=${A}\n");
    assertThat(secrets.redactFile("app/.env.local", "A=word")).isEqualTo("A=[REDACTED:value]");
    assertThat(secrets.redactFile("app/.env.example", "A=word")).isEqualTo("A=word");
    assertThat(secrets.redactFile("app/main.py", "A=word")).isEqualTo("A=word");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "String token = readToken();",
        "var token = tokens.next1();",
        "this.password = password;",
        "  token = request.header2.value;",
        "password: \"must be 8 characters or more\"",
        "password = getPassword2(user)",
        "if (token == null) return;",
        "private static final String TOKEN = \"access-token-v2\";",
        "api_key: ${API_KEY}",
        "api_key: {{ vault.key1 }}",
        "password: <your-password-1>",
        "password = \"changeme123\"",
        "PASSWORD_FIELD = 'passwordField'",
        "String secretName = \"prod/db/password1\";",
        "key = \"dGVzdCBkYXRhIGluIGJhc2U2NA==\"",
        "primary_key = 'a1b2c3d4e5f6a7b8'",
        "max_tokens: 4096",
        "long token = 1234567890123456L;",
        "tokenFile = \"/run/secrets/token1\"",
        "https://user:password@example.org/x",
        "https://user:%s@example.org/x",
        "https://${user}:${password}@example.org/x",
        "sk-learn-is-a-name-of-a-package",
        "git@github.com:owner/repo.git",
        "bearer of the very bad news",
        "Authorization: Bearer <token>",
        "@Token(\"[a-z0-9]{20,}\")",
      })
  void codeAndPlaceholdersStay(String text) {
    assertThat(secrets.redactFile("src/Main.java", text)).isEqualTo(text);
  }

  @Test
  void hashesAndIdsStay() {
    for (long seed = 0; seed < SEEDS; seed++) {
      FakeSecrets drawn = new FakeSecrets(seed);
      String text =
          """
          commit %s
          sha256: %s
          uuid = "%s-%s-4%s-8%s-%s"
          "integrity": "sha512-%s=="
          data = "%s="
          etag: W/"%s"
          key: %s
          """
              .formatted(
                  drawn.hex(40),
                  drawn.hex(64),
                  drawn.hex(8),
                  drawn.hex(4),
                  drawn.hex(3),
                  drawn.hex(3),
                  drawn.hex(12),
                  drawn.base64(86),
                  drawn.base64(47),
                  drawn.hex(32),
                  drawn.hex(32));
      assertThat(secrets.redactFile("package-lock.json", text)).as("seed %d", seed).isEqualTo(text);
      assertThat(secrets.redactFile("data.yml", text)).as("seed %d", seed).isEqualTo(text);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "a/b.yml, CONFIGURATION",
    "Dockerfile, CONFIGURATION",
    "A.java, CODE",
    ".env, VARIABLES",
    "prod.env, VARIABLES",
    "x/.env.production, VARIABLES",
    ".env.sample, CONFIGURATION",
  })
  void theNameOfAFileTellsWhatItIs(String path, FileKind kind) {
    assertThat(FileKind.of(path)).isEqualTo(kind);
  }

  @Test
  void theProcesssOwnSecretsGoAndTheLinesStay() {
    Secrets knowing =
        Secrets.knowing(Map.of("MY_TOKEN", "zebra\ncrossing", "HOME", "/home/somebody"));
    assertThat(knowing.redactFile("a.txt", "x zebra\ncrossing y /home/somebody"))
        .isEqualTo("x [REDACTED:env-MY_TOKEN]\n y /home/somebody");
    assertThat(knowing.redact("zebra\ncrossing")).isEqualTo("[REDACTED:env-MY_TOKEN]");
    assertThat(Secrets.standard().redactFile("a.txt", "nothing here")).isEqualTo("nothing here");
  }

  @Test
  void marksAreCounted() {
    byte[] two = "a [REDACTED:x] b [REDACTED:y]".getBytes(StandardCharsets.UTF_8);
    assertThat(Secrets.marks(Optional.of(two))).isEqualTo(2);
    assertThat(Secrets.marks(Optional.empty())).isZero();
  }

  @Test
  @Timeout(60)
  void longTextTakesNoLongTime() {
    for (String unit :
        List.of(
            "a",
            "a_",
            "token",
            "token=",
            "password: ",
            "-----BEGIN PRIVATE KEY-----",
            "x://a:",
            "eyJa.eyJ",
            " ",
            "\"",
            "key\"",
            "token:  ",
            "=A",
            "sk-",
            "A=\"")) {
      String text = unit.repeat(200_000 / unit.length());
      long start = System.nanoTime();
      secrets.redactFile("x/.env", text);
      secrets.redact(text);
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .as(unit)
          .isLessThan(Duration.ofSeconds(10));
    }
  }
}
