package dev.cleveragents.context.safety;

import java.util.BitSet;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keys and tokens that are known by how they begin, whatever name they are given to. */
final class KnownTokens {

  /**
   * One kind of token; group 1, if there is one, stays.
   *
   * @param hints texts of which one is in each such token; most texts have none of them
   */
  private record Shape(String kind, Pattern pattern, List<String> hints) {}

  private static final List<Shape> SHAPES =
      List.of(
          shape("anthropic-key", "\\bsk-ant-[A-Za-z0-9_-]{20,}", "sk-ant-"),
          shape("openrouter-key", "\\bsk-or-v1-[A-Za-z0-9]{32,}", "sk-or-v1-"),
          shape("openai-key", "\\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}", "sk-"),
          shape("google-key", "\\bAIza[A-Za-z0-9_-]{35}", "AIza"),
          shape("google-token", "\\bya29\\.[A-Za-z0-9_-]{20,}", "ya29."),
          shape("google-secret", "\\bGOCSPX-[A-Za-z0-9_-]{20,}", "GOCSPX-"),
          shape(
              "aws-secret",
              "\\b((?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}[\"',:;\\s]{1,5})[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])",
              "AKIA ASIA ABIA ACCA"),
          shape("aws-key", "\\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\\b", "AKIA ASIA ABIA ACCA"),
          shape(
              "azure-secret",
              "(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.]{3}\\dQ~[A-Za-z0-9_~.-]{31,40}",
              "Q~"),
          shape(
              "github-token",
              "\\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})",
              "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_"),
          shape(
              "gitlab-token",
              "\\bgl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas)-[A-Za-z0-9_-]{20,}",
              "glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glagent- gloas-"),
          shape("slack-token", "\\b(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,}", "xox xapp-"),
          shape(
              "slack-webhook",
              "\\bhttps://hooks\\.slack\\.com/services/[A-Za-z0-9/]{20,}",
              "hooks.slack.com"),
          shape(
              "discord-webhook",
              "\\b(https://discord(?:app)?\\.com/api/webhooks/\\d{5,25}/)[A-Za-z0-9_-]{40,}",
              "/api/webhooks/"),
          shape("telegram-token", "(?<![A-Za-z0-9])(bot)?\\d{8,10}:AA[A-Za-z0-9_-]{32,}", ":AA"),
          shape("stripe-key", "\\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}", "k_live_ k_test_"),
          shape("webhook-secret", "\\bwhsec_[A-Za-z0-9+/=]{20,}", "whsec_"),
          shape("square-key", "\\bsq0(?:atp|csp|idp)-[A-Za-z0-9_-]{20,}", "sq0"),
          shape(
              "shopify-token",
              "\\bshp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}",
              "shpat_ shpca_ shppa_ shpss_"),
          shape(
              "twilio-key",
              "\\bSK[a-f0-9]{32}\\b",
              "SK0 SK1 SK2 SK3 SK4 SK5 SK6 SK7 SK8 SK9 SKa SKb SKc SKd SKe SKf"),
          shape("mailgun-key", "\\bkey-[a-f0-9]{32}\\b", "key-"),
          shape(
              "mailchimp-key",
              "\\b[a-f0-9]{32}-us\\d{1,2}\\b",
              "-us1 -us2 -us3 -us4 -us5 -us6 -us7 -us8 -us9"),
          shape("npm-token", "\\bnpm_[A-Za-z0-9]{36}", "npm_"),
          shape("pypi-token", "\\bpypi-[A-Za-z0-9_-]{50,}", "pypi-"),
          shape("rubygems-key", "\\brubygems_[a-f0-9]{48}", "rubygems_"),
          shape("crates-token", "\\bcio[A-Za-z0-9]{32}\\b", "\"cio 'cio =cio"),
          shape("docker-token", "\\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}", "dckr_"),
          shape("huggingface-token", "\\bhf_[A-Za-z0-9]{30,}", "hf_"),
          shape("groq-key", "\\bgsk_[A-Za-z0-9]{40,}", "gsk_"),
          shape("xai-key", "\\bxai-[A-Za-z0-9]{40,}", "xai-"),
          shape("perplexity-key", "\\bpplx-[A-Za-z0-9]{40,}", "pplx-"),
          shape("replicate-token", "\\br8_[A-Za-z0-9]{30,}", "r8_"),
          shape("sendgrid-key", "\\bSG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}", "SG."),
          shape("digitalocean-token", "\\bdo[opr]_v1_[a-f0-9]{64}", "_v1_"),
          shape("vault-token", "\\bhv[sbr]\\.[A-Za-z0-9_-]{24,}", "hvs. hvb. hvr."),
          shape(
              "terraform-token", "\\b[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_-]{50,}", ".atlasv1."),
          shape("databricks-token", "\\bdapi[a-f0-9]{32}", "dapi"),
          shape("linear-key", "\\blin_(?:api|oauth)_[A-Za-z0-9]{32,}", "lin_"),
          shape("notion-token", "\\b(?:ntn_|secret_)[A-Za-z0-9]{40,}\\b", "ntn_ secret_"),
          shape("sentry-token", "\\bsntry[su]_[A-Za-z0-9_=+/-]{40,}", "sntry"),
          shape("grafana-token", "\\bgl(?:sa|c)_[A-Za-z0-9_=+/-]{32,}", "glsa_ glc_"),
          shape(
              "newrelic-key", "\\bNR(?:AK|II|JS|RA)-[A-Za-z0-9_-]{24,}", "NRAK- NRII- NRJS- NRRA-"),
          shape("postman-key", "\\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}", "PMAK-"),
          shape("planetscale-token", "\\bpscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{30,}", "pscale_"),
          shape(
              "atlassian-token", "\\bAT(?:ATT3|CTT3|BB)[A-Za-z0-9_=-]{28,}", "ATATT3 ATCTT3 ATBB"),
          shape(
              "figma-token",
              "\\bfig[dopur]{1,2}_[A-Za-z0-9_-]{36,}",
              "figd_ figo_ figp_ figu_ figr_ figdr_"),
          shape("supabase-token", "\\bsb(?:p|_secret)_[A-Za-z0-9_]{30,}", "sbp_ sb_secret_"),
          shape("netlify-token", "\\bnf[puc]_[A-Za-z0-9]{36}", "nfp_ nfu_ nfc_"),
          shape("tailscale-key", "\\btskey-[a-z]{2,20}-[A-Za-z0-9-]{20,}", "tskey-"),
          shape("age-key", "\\bAGE-SECRET-KEY-1[A-Z0-9]{50,}", "AGE-SECRET-KEY-1"),
          shape(
              "private-key",
              "\\bLS0tLS1CRUdJTi(?:BSU0Eg|BQUklW|BFQyBQ|BPUEVO|BFTkNS|BEU0Eg)[A-Za-z0-9+/]{40,}={0,2}",
              "LS0tLS1CRUdJTi"),
          shape(
              "json-web-token",
              "\\beyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*",
              "eyJ"),
          shape(
              "password-hash",
              "(\\$(?:apr1|[156]|2[abxy]|y|argon2id?)\\$)[./A-Za-z0-9$,=+-]{20,}",
              "$apr1$ $1$ $5$ $6$ $2a$ $2b$ $2x$ $2y$ $y$ $argon2"),
          shape("password-hash", "(\\{S?SHA\\})[A-Za-z0-9+/]{20,}={0,2}", "SHA}"));

  private static final Hints HINTS = new Hints(SHAPES.stream().map(Shape::hints).toList());

  private KnownTokens() {}

  /** The text with each token replaced, but what is plainly a name of words. */
  static String replaceAll(String text) {
    String safe = text;
    BitSet hinted = HINTS.in(text);
    for (int i = hinted.nextSetBit(0); i >= 0; i = hinted.nextSetBit(i + 1)) {
      Shape shape = SHAPES.get(i);
      Matcher matcher = shape.pattern.matcher(safe);
      safe = matcher.replaceAll(it -> Matcher.quoteReplacement(replacement(shape, it)));
    }
    return safe;
  }

  private static String replacement(Shape shape, MatchResult found) {
    String before = found.groupCount() > 0 && found.group(1) != null ? found.group(1) : "";
    return isName(found.group().substring(before.length()))
        ? found.group()
        : before + Secrets.marker(shape.kind);
  }

  private static boolean isName(String token) {
    return token.indexOf('-') >= 0
        && token.chars().noneMatch(c -> Character.isDigit(c) || Character.isUpperCase(c));
  }

  private static Shape shape(String kind, String pattern, String hints) {
    return new Shape(kind, Pattern.compile(pattern), List.of(hints.split(" ", -1)));
  }
}
