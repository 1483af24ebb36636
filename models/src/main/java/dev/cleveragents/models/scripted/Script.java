package dev.cleveragents.models.scripted;

import dev.cleveragents.engine.model.ModelException.Kind;
import dev.cleveragents.engine.model.ModelReply;
import dev.cleveragents.engine.model.ModelReply.StopReason;
import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.workspace.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Reads the rules of a script. A key that is not known is an error. */
final class Script {

  private static final int MOST_CHARACTERS = 4_000_000;
  private static final ModelUsage USAGE = new ModelUsage(100, 0, 0, 10);

  private Script() {}

  /**
   * Reads a script.
   *
   * @throws IllegalArgumentException if it is none; the message says which rule is wrong, and how
   */
  static List<ScriptRule> read(String yaml) {
    Object document;
    try {
      document =
          new Load(
                  LoadSettings.builder()
                      .setSchema(new CoreSchema())
                      .setCodePointLimit(MOST_CHARACTERS)
                      .build())
              .loadFromString(yaml);
    } catch (YamlEngineException e) {
      throw new IllegalArgumentException("not YAML: " + e.getMessage(), e);
    }
    if (!(document instanceof List<?> list)) {
      throw new IllegalArgumentException("the script must be a list of rules");
    }
    List<ScriptRule> rules = new ArrayList<>();
    for (Object each : list) {
      try {
        rules.add(rule(each));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "rule %d: %s".formatted(rules.size() + 1, e.getMessage()), e);
      }
    }
    return rules;
  }

  private static ScriptRule rule(@Nullable Object yaml) {
    Map<?, ?> rule = map(yaml, "the rule", Set.of("when", "turn", "reply"));
    Map<?, ?> reply =
        map(
            rule.get("reply"),
            "'reply'",
            Set.of("text", "calls", "stop", "usage", "delay_ms", "fail"));
    Object turn = rule.get("turn");
    Object fail = reply.get("fail");
    return new ScriptRule(
        pattern(text(rule, "when")),
        turn == null ? null : (int) number(rule, "turn", 0),
        reply(reply),
        Duration.ofMillis(number(reply, "delay_ms", 0)),
        fail == null ? null : constant(Kind.class, text(reply, "fail"), "fail"));
  }

  private static ModelReply reply(Map<?, ?> reply) {
    List<ModelToolCall> calls = calls(reply.get("calls"));
    String stop = text(reply, "stop");
    StopReason reason =
        stop.isEmpty()
            ? calls.isEmpty() ? StopReason.END : StopReason.TOOL_CALLS
            : constant(StopReason.class, stop, "stop");
    return new ModelReply(text(reply, "text"), calls, reason, usage(reply.get("usage")), "");
  }

  private static List<ModelToolCall> calls(@Nullable Object yaml) {
    if (yaml == null) {
      return List.of();
    }
    if (!(yaml instanceof List<?> list)) {
      throw new IllegalArgumentException("'calls' must be a list");
    }
    List<ModelToolCall> calls = new ArrayList<>();
    for (Object each : list) {
      Map<?, ?> call = map(each, "a call", Set.of("tool", "arguments"));
      Object arguments = call.get("arguments");
      // Text is taken as it is, so that a script can send arguments that are wrong.
      String json =
          switch (arguments) {
            case null -> "{}";
            case String raw -> raw;
            default -> Json.write(arguments);
          };
      calls.add(new ModelToolCall("call_" + (calls.size() + 1), text(call, "tool"), json));
    }
    return calls;
  }

  private static ModelUsage usage(@Nullable Object yaml) {
    if (yaml == null) {
      return USAGE;
    }
    Map<?, ?> usage = map(yaml, "'usage'", Set.of("input", "cache_read", "cache_write", "output"));
    return new ModelUsage(
        number(usage, "input", 0),
        number(usage, "cache_read", 0),
        number(usage, "cache_write", 0),
        number(usage, "output", 0));
  }

  private static @Nullable Pattern pattern(String regex) {
    try {
      return regex.isEmpty() ? null : Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException("'when' is not a regular expression: " + regex, e);
    }
  }

  private static Map<?, ?> map(@Nullable Object yaml, String what, Set<String> keys) {
    if (!(yaml instanceof Map<?, ?> map)) {
      throw new IllegalArgumentException(what + " must be a mapping");
    }
    for (Object key : map.keySet()) {
      if (!keys.contains(String.valueOf(key))) {
        throw new IllegalArgumentException(
            "%s has the unknown key '%s'; known are %s"
                .formatted(what, key, String.join(", ", new TreeSet<>(keys))));
      }
    }
    return map;
  }

  /** Empty if there is none. */
  private static String text(Map<?, ?> map, String key) {
    return switch (map.get(key)) {
      case null -> "";
      case String text -> text;
      default -> throw new IllegalArgumentException("'%s' must be text".formatted(key));
    };
  }

  private static long number(Map<?, ?> map, String key, long otherwise) {
    return switch (map.get(key)) {
      case null -> otherwise;
      case Integer number when number >= 0 -> number;
      default ->
          throw new IllegalArgumentException(
              "'%s' must be a whole number of at least 0".formatted(key));
    };
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String word, String key) {
    return Arrays.stream(type.getEnumConstants())
        .filter(it -> it.name().equals(word.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'%s' must be one of %s".formatted(key, List.of(type.getEnumConstants()))));
  }
}
