package dev.cleveragents.engine.model;

import dev.cleveragents.engine.model.ModelReply.StopReason;
import dev.cleveragents.engine.model.ModelRequest.Turn;
import dev.cleveragents.workspace.Json;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One exchange as a line of JSON, without the end of the line. Prices are dollars per million. */
final class ExchangeLine {

  private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);

  private final Map<?, ?> json;

  private ExchangeLine(Map<?, ?> json) {
    this.json = json;
  }

  static String write(RecordedExchange exchange) {
    Map<String, @Nullable Object> line = new LinkedHashMap<>();
    line.put("role", exchange.turn().role());
    line.put("turn", exchange.turn().number());
    line.put("model", exchange.model().name().toString());
    line.put("window", exchange.model().contextWindow());
    line.put("max_output", exchange.model().maxOutput());
    ModelPrice price = exchange.model().price();
    if (price != null) {
      line.put("price", price(price));
    }
    line.put("request", exchange.request());
    line.put("reply", reply(exchange.reply(), exchange.took()));
    return Json.write(line);
  }

  private static Map<String, Object> price(ModelPrice price) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("input", perMillion(price.input()));
    map.put("cache_read", perMillion(price.cacheRead()));
    map.put("cache_write", perMillion(price.cacheWrite()));
    map.put("output", perMillion(price.output()));
    return map;
  }

  private static double perMillion(Money money) {
    return money.toDollars().multiply(MILLION).doubleValue();
  }

  private static Map<String, Object> reply(ModelReply reply, Duration took) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("text", reply.text());
    List<Object> calls = new ArrayList<>();
    for (ModelToolCall call : reply.calls()) {
      Map<String, Object> each = new LinkedHashMap<>();
      each.put("id", call.id());
      each.put("tool", call.tool());
      each.put("arguments", call.arguments());
      calls.add(each);
    }
    map.put("calls", calls);
    map.put("stop", reply.stop().name().toLowerCase(Locale.ROOT));
    Map<String, Object> usage = new LinkedHashMap<>();
    usage.put("input", reply.usage().input());
    usage.put("cache_read", reply.usage().cacheRead());
    usage.put("cache_write", reply.usage().cacheWrite());
    usage.put("output", reply.usage().output());
    map.put("usage", usage);
    map.put("id", reply.requestId());
    map.put("ms", took.toMillis());
    return map;
  }

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException if it is no exchange; the message says what is wrong
   */
  static RecordedExchange read(String line) {
    ExchangeLine root = new ExchangeLine(Json.readObject(line));
    ExchangeLine reply = root.object("reply");
    ModelInfo model =
        new ModelInfo(
            ModelName.of(root.text("model")),
            (int) root.number("window", 1, Integer.MAX_VALUE),
            (int) root.number("max_output", 1, Integer.MAX_VALUE),
            root.json.get("price") == null ? null : root.object("price").toPrice());
    return new RecordedExchange(
        new Turn(root.text("role"), (int) root.number("turn", 1, Integer.MAX_VALUE)),
        model,
        root.text("request"),
        reply.toReply(),
        Duration.ofMillis(reply.number("ms", 0, Long.MAX_VALUE / 1_000_000)));
  }

  private ModelPrice toPrice() {
    return new ModelPrice(
        money("input"), money("cache_read"), money("cache_write"), money("output"));
  }

  private Money money(String key) {
    if (json.get(key) instanceof Number number) {
      return Money.dollars(new BigDecimal(number.toString()).divide(MILLION));
    }
    throw new IllegalArgumentException("'%s' must be a number".formatted(key));
  }

  private ModelReply toReply() {
    if (!(json.get("calls") instanceof List<?> list)) {
      throw new IllegalArgumentException("'calls' must be a list");
    }
    List<ModelToolCall> calls = new ArrayList<>();
    for (Object each : list) {
      if (!(each instanceof Map<?, ?> call)) {
        throw new IllegalArgumentException("'calls' must have objects");
      }
      ExchangeLine fields = new ExchangeLine(call);
      calls.add(
          new ModelToolCall(fields.text("id"), fields.text("tool"), fields.text("arguments")));
    }
    ExchangeLine usage = object("usage");
    return new ModelReply(
        text("text"),
        calls,
        stop(),
        new ModelUsage(
            usage.number("input", 0, Long.MAX_VALUE),
            usage.number("cache_read", 0, Long.MAX_VALUE),
            usage.number("cache_write", 0, Long.MAX_VALUE),
            usage.number("output", 0, Long.MAX_VALUE)),
        json.get("id") instanceof String id ? id : "");
  }

  private StopReason stop() {
    String word = text("stop").toUpperCase(Locale.ROOT);
    for (StopReason reason : StopReason.values()) {
      if (reason.name().equals(word)) {
        return reason;
      }
    }
    throw new IllegalArgumentException("'stop' must be end, tool_calls or length");
  }

  private ExchangeLine object(String key) {
    if (json.get(key) instanceof Map<?, ?> map) {
      return new ExchangeLine(map);
    }
    throw new IllegalArgumentException("'%s' must be an object".formatted(key));
  }

  private String text(String key) {
    if (json.get(key) instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException("'%s' must be text".formatted(key));
  }

  private long number(String key, long least, long most) {
    if (json.get(key) instanceof Long number && number >= least && number <= most) {
      return number;
    }
    throw new IllegalArgumentException(
        "'%s' must be a whole number of at least %d".formatted(key, least));
  }
}
