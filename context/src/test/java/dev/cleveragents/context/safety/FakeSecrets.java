package dev.cleveragents.context.safety;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Made-up secrets of real shapes. Drawn, never written down, so that no scanner finds any here. */
final class FakeSecrets {

  private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  private static final String LOWER = "abcdefghijklmnopqrstuvwxyz";
  private static final String DIGITS = "0123456789";
  private static final String BASE62 = UPPER + LOWER + DIGITS;
  private static final String BASE64 = BASE62 + "+/";
  private static final String HEX = DIGITS + "abcdef";

  private final Random random;

  FakeSecrets(long seed) {
    random = new Random(seed);
  }

  /**
   * A secret as it stands in a file.
   *
   * @param before what stays before it
   * @param after what stays after it
   */
  record Fake(String kind, String before, String secret, String after) {

    String line() {
      return before + secret + after;
    }
  }

  List<Fake> all() {
    List<Fake> fakes = new ArrayList<>();
    for (Fake key :
        List.of(
            key("anthropic-key", "sk-" + "ant-api03-" + drawn(BASE62 + "_-", 93) + "9AA"),
            key("openai-key", "sk-" + "proj-" + drawn(BASE62, 47) + "1"),
            key("openai-key", "sk-" + drawn(BASE62, 47) + "1"),
            key("google-key", "AI" + "za" + drawn(BASE62 + "_", 35)),
            key("aws-key", "AK" + "IA" + drawn(UPPER + "234567", 16)),
            key("github-token", "gh" + "p_" + drawn(BASE62, 36)),
            key("github-token", "github" + "_pat_" + drawn(BASE62, 22) + "_" + drawn(BASE62, 59)),
            key("gitlab-token", "gl" + "pat-" + drawn(BASE62, 19) + "1"),
            key("slack-token", "xo" + "xb-" + drawn(DIGITS, 12) + "-" + drawn(BASE62, 24)),
            key("stripe-key", "sk" + "_live_" + drawn(BASE62, 24)),
            key("npm-token", "np" + "m_" + drawn(BASE62, 36)),
            key("pypi-token", "py" + "pi-" + drawn(BASE62 + "_", 80) + "1"),
            key(
                "json-web-token",
                "ey"
                    + "J"
                    + drawn(BASE62, 30)
                    + ".ey"
                    + "J"
                    + drawn(BASE62, 60)
                    + "."
                    + drawn(BASE62, 43)))) {
      fakes.add(key);
      fakes.add(new Fake(key.kind, "    .header(\"X-Auth\", \"", key.secret, "\")"));
      fakes.add(new Fake(key.kind, "- run: curl -H 'X: ", key.secret, "' https://example.org"));
    }
    fakes.addAll(given());
    return fakes;
  }

  private List<Fake> given() {
    String aws = drawn(BASE64, 38) + "1a";
    String password = drawn(LOWER, 5) + drawn(DIGITS, 2) + drawn(UPPER, 3) + "!";
    return List.of(
        new Fake("value", "aws_secret_access_key = ", aws, ""),
        new Fake("value", "  private static final String API_KEY = \"", mixed(32), "\";"),
        new Fake("value", "const clientSecret = '", mixed(40), "';"),
        new Fake("value", "  \"apiKey\": \"", mixed(32), "\","),
        new Fake("value", "token: ", mixed(40), ""),
        new Fake("value", "TOKEN: str = \"", mixed(24), "\""),
        new Fake("value", "password = \"", password, "\""),
        new Fake("value", "db.setPassword(\"", password, "\");"),
        new Fake("value", "map.put(\"password\", \"", password, "\");"),
        new Fake("value", "  <password>", password, "</password>"),
        new Fake("value", "Server=db;User Id=sa;Password=", password, ";Encrypt=true"),
        new Fake("value", "jdbc:postgresql://db/x?user=me&password=", password, "&ssl=true"),
        new Fake("value", "AccountName=a;AccountKey=", mixed(86) + "==", ";EndpointSuffix=x"),
        new Fake("value", "//registry.example.org/:_authToken=", mixed(36), ""),
        new Fake("value", "deploy --token ", mixed(32), " --now"),
        new Fake("password", "postgres://app:", password, "@db:5432/x"),
        new Fake("password", "https://me:", mixed(20), "@git.example.org/r.git"),
        new Fake("password", "amqp://me:", "p@" + drawn(BASE62, 8), "@queue/x"),
        new Fake("authorization", "Authorization: Bearer ", mixed(40), ""));
  }

  /** A private key in the lines of a file, without its lines of dashes. */
  List<String> keyBody(int lines) {
    List<String> body = new ArrayList<>();
    for (int i = 0; i < lines; i++) {
      body.add(drawn(BASE64, 64));
    }
    body.add(drawn(BASE64, 6) + "==");
    return body;
  }

  String hex(int length) {
    return drawn(HEX, length);
  }

  String base64(int length) {
    return drawn(BASE64, length);
  }

  private Fake key(String kind, String secret) {
    return new Fake(kind, "KEY ", secret, "");
  }

  /** With at least two digits, as nearly all drawn keys of that length have. */
  private String mixed(int length) {
    return "a1" + drawn(BASE62, length - 4) + "7Z";
  }

  private String drawn(String of, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(of.charAt(random.nextInt(of.length())));
    }
    return text.toString();
  }
}
