package dev.cleveragents.engine.plan.brief;

import dev.cleveragents.engine.definition.SubplanRules;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stored form of {@link SubplanRules}, within that of what they are the rules of. */
final class SubplanRulesJson {

  private SubplanRulesJson() {}

  static void write(SubplanRules rules, Map<String, @Nullable Object> json) {
    Duration timeout = rules.limits().timeout();
    json.put("mode", rules.mode().toString());
    json.put("max_parallel", rules.maxParallel());
    json.put("merge", rules.merge().toString());
    json.put("fail_fast", rules.failFast());
    json.put("partial", rules.partial());
    json.put("timeout_ms", timeout == null ? null : timeout.toMillis());
    json.put("retry", rules.limits().retry());
    json.put("depth", rules.limits().depth());
  }

  /** What is missing has its default. */
  static SubplanRules read(JsonPart json) {
    SubplanRules.Limits usual = SubplanRules.Limits.STANDARD;
    long timeout = json.number("timeout_ms", 0);
    return new SubplanRules(
        SubplanRules.Mode.valueOf(word(json, "mode", SubplanRules.STANDARD.mode())),
        (int) json.number("max_parallel"),
        SubplanRules.Merge.valueOf(word(json, "merge", SubplanRules.STANDARD.merge())),
        json.flag("fail_fast"),
        json.flag("partial"),
        new SubplanRules.Limits(
            timeout == 0 ? null : Duration.ofMillis(timeout),
            (int) json.number("retry", usual.retry()),
            (int) json.number("depth", usual.depth())));
  }

  private static String word(JsonPart json, String key, Enum<?> usual) {
    return json.has(key) ? json.text(key).toUpperCase(Locale.ROOT) : usual.name();
  }
}
