package dev.cleveragents.bench.agent;

import dev.cleveragents.context.token.TokenCounter;
import dev.cleveragents.workspace.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A request that a model was sent.
 *
 * @param arrived when its last byte was read
 * @param replied when the last byte of the reply was written
 * @param parts its tools, its system text and its messages, each as JSON, in the order in which
 *     providers compare them with what is in their caches
 */
record SentRequest(long arrived, long replied, long bytes, List<String> parts) {

  /** A provider caches no shorter beginning, and only whole blocks of it. */
  private static final int SHORTEST = 1_024;

  private static final int BLOCK = 128;

  SentRequest {
    parts = List.copyOf(parts);
  }

  /** The parts of a body. */
  static List<String> parts(Map<?, ?> body) {
    List<String> parts = new ArrayList<>();
    for (String member : List.of("tools", "system", "messages")) {
      if (body.get(member) instanceof List<?> list) {
        list.forEach(part -> parts.add(Json.write(unmarked(part))));
      } else if (body.get(member) != null) {
        parts.add(Json.write(body.get(member)));
      }
    }
    return parts;
  }

  /** Marks that say how far a provider shall cache move from request to request. */
  private static Object unmarked(Object part) {
    return switch (part) {
      case Map<?, ?> map -> {
        Map<Object, Object> copy = new LinkedHashMap<>(map);
        copy.remove("cache_control");
        copy.replaceAll((_, value) -> value == null ? "" : unmarked(value));
        yield copy;
      }
      case List<?> list -> list.stream().map(SentRequest::unmarked).toList();
      default -> part;
    };
  }

  int tokens(TokenCounter counter) {
    return parts.stream().mapToInt(counter::count).sum();
  }

  /** How many of the tokens a provider would have in its cache after these requests. */
  int cached(List<SentRequest> before, TokenCounter counter) {
    int most = before.stream().mapToInt(this::sameParts).max().orElse(0);
    int tokens = parts.subList(0, most).stream().mapToInt(counter::count).sum();
    return tokens < SHORTEST ? 0 : tokens / BLOCK * BLOCK;
  }

  private int sameParts(SentRequest other) {
    int same = 0;
    while (same < Math.min(parts.size(), other.parts.size())
        && parts.get(same).equals(other.parts.get(same))) {
      same++;
    }
    return same;
  }
}
