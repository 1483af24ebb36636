package dev.cleveragents.models.catalogue;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.cleveragents.engine.model.ModelInfo;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.model.ModelPrice;
import dev.cleveragents.engine.model.Money;
import dev.cleveragents.models.access.Provider;
import dev.cleveragents.workspace.OperationException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Windows, prices and preferences of models: those shipped, and over them {@code models.toml} of
 * the home folder, which may name a part of a model's values. A model that is in neither is worked
 * with in small bounds and without a price. Immutable.
 */
public final class ModelCatalogue {

  private static final long MOST_BYTES = 1_000_000;
  private static final Duration SILENCE = Duration.ofSeconds(60);

  /** Ollama loads a model and reads a long prompt before it sends anything. */
  private static final Duration OLLAMA_SILENCE = Duration.ofMinutes(5);

  private static final List<String> PROVIDERS =
      Stream.of(Provider.values()).map(Provider::id).toList();
  private static final List<String> MODEL_KEYS =
      List.of("window", "max_output", "silence_seconds", "price");
  private static final List<String> PRICE_KEYS =
      List.of("input", "cache_read", "cache_write", "output");
  private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);

  private final Map<ModelName, CatalogueEntry> entries;
  private final Map<String, String> best;

  private ModelCatalogue(Map<ModelName, CatalogueEntry> entries, Map<String, String> best) {
    this.entries = entries;
    this.best = best;
  }

  /**
   * Reads the shipped catalogue and the user's, if there is one.
   *
   * @throws OperationException if the user's file cannot be read; the message says where
   */
  public static ModelCatalogue read(Path home) {
    Path file = home.resolve("models.toml");
    ObjectNode merged = parse(shipped(), "the shipped catalogue");
    if (Files.exists(file)) {
      ObjectNode own = parse(text(file), file.toString());
      checkKeys(own, file.toString());
      merge(merged, own);
    }
    String source = Files.exists(file) ? file.toString() : "the shipped catalogue";
    Map<ModelName, CatalogueEntry> entries = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> each : merged.path("models").properties()) {
      CatalogueEntry entry = entry(name(each.getKey(), source), each.getValue(), source);
      entries.put(entry.info().name(), entry);
    }
    Map<String, String> best = new LinkedHashMap<>();
    merged.path("best").properties().forEach(it -> best.put(it.getKey(), it.getValue().asText()));
    return new ModelCatalogue(entries, best);
  }

  /** A key that is misspelled would otherwise be without effect, and so would a price. */
  private static void checkKeys(ObjectNode own, String source) {
    checkKeys(own, "", List.of("best", "models"), source);
    checkKeys(own.path("best"), "best: ", PROVIDERS, source);
    for (Map.Entry<String, JsonNode> each : own.path("models").properties()) {
      String place = "models.\"%s\": ".formatted(each.getKey());
      checkKeys(each.getValue(), place, MODEL_KEYS, source);
      checkKeys(each.getValue().path("price"), place + "price: ", PRICE_KEYS, source);
    }
  }

  private static void checkKeys(JsonNode node, String place, List<String> known, String source) {
    if (!node.isMissingNode() && !node.isObject()) {
      throw OperationException.invalid("%s: %smust be a table.".formatted(source, place));
    }
    for (Map.Entry<String, JsonNode> each : node.properties()) {
      if (!known.contains(each.getKey())) {
        throw OperationException.invalid(
            "%s: %sunknown key '%s'. Known: %s."
                .formatted(source, place, each.getKey(), String.join(", ", known)));
      }
    }
  }

  /** The entry of a model, or an assumed one for a model that is in no catalogue. */
  public CatalogueEntry find(ModelName name) {
    CatalogueEntry known = entries.get(name);
    return known == null ? unknown(name, MissingNode.getInstance(), "") : known;
  }

  /** The models that are in the catalogue, in its order. */
  public List<ModelInfo> models() {
    List<ModelInfo> models = new ArrayList<>();
    entries.values().forEach(it -> models.add(it.info()));
    return models;
  }

  /** The model that a provider is used with if the user names none. */
  public Optional<ModelName> best(String provider) {
    return Optional.ofNullable(best.get(provider)).map(it -> new ModelName(provider, it));
  }

  private static CatalogueEntry entry(ModelName name, JsonNode node, String source) {
    if (!node.isObject()) {
      throw broken(source, name, "must be a table");
    }
    return unknown(name, node, source);
  }

  private static CatalogueEntry unknown(ModelName name, JsonNode node, String source) {
    boolean ollama = name.provider().equals("ollama");
    int window = number(name, node, "window", ollama ? 32_000 : 128_000, source);
    int output = number(name, node, "max_output", ollama ? 4_000 : 8_000, source);
    long silence =
        number(
            name,
            node,
            "silence_seconds",
            (int) (ollama ? OLLAMA_SILENCE : SILENCE).toSeconds(),
            source);
    if (output > window) {
      throw broken(source, name, "'max_output' is more than 'window'");
    }
    ModelPrice price = price(name, node.path("price"), source);
    return new CatalogueEntry(
        new ModelInfo(name, window, output, price), Duration.ofSeconds(silence));
  }

  private static int number(
      ModelName name, JsonNode node, String key, int otherwise, String source) {
    JsonNode value = node.path(key);
    if (value.isMissingNode()) {
      return otherwise;
    }
    if (!value.canConvertToInt() || value.intValue() < 1) {
      throw broken(source, name, "'%s' must be a whole number above zero".formatted(key));
    }
    return value.intValue();
  }

  private static @Nullable ModelPrice price(ModelName name, JsonNode node, String source) {
    if (node.isMissingNode()) {
      return null;
    }
    Money input = money(name, node, "input", null, source);
    return new ModelPrice(
        input,
        money(name, node, "cache_read", input, source),
        money(name, node, "cache_write", input, source),
        money(name, node, "output", null, source));
  }

  private static Money money(
      ModelName name, JsonNode price, String key, @Nullable Money otherwise, String source) {
    JsonNode value = price.path(key);
    if (value.isMissingNode() && otherwise != null) {
      return otherwise;
    }
    if (!isFinite(value) || value.decimalValue().signum() < 0) {
      throw broken(
          source, name, "'price.%s' must be a number of dollars per million tokens".formatted(key));
    }
    try {
      return Money.dollars(value.decimalValue().divide(MILLION));
    } catch (ArithmeticException e) {
      throw broken(source, name, "'price.%s' has more than six decimals".formatted(key));
    }
  }

  /** TOML has {@code nan} and {@code inf}, which no price is. */
  private static boolean isFinite(JsonNode value) {
    return value.isNumber() && Double.isFinite(value.doubleValue());
  }

  private static ModelName name(String text, String source) {
    try {
      return ModelName.of(text);
    } catch (OperationException e) {
      throw OperationException.invalid("%s: %s".formatted(source, e.getMessage()));
    }
  }

  /** Tables are merged, other values replaced. */
  private static void merge(ObjectNode base, ObjectNode over) {
    for (Map.Entry<String, JsonNode> each : over.properties()) {
      if (each.getValue() instanceof ObjectNode table
          && base.get(each.getKey()) instanceof ObjectNode known) {
        merge(known, table);
      } else {
        base.set(each.getKey(), each.getValue());
      }
    }
  }

  private static ObjectNode parse(String text, String source) {
    try {
      TomlMapper mapper =
          TomlMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();
      return mapper.readTree(text) instanceof ObjectNode table ? table : mapper.createObjectNode();
    } catch (JacksonException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw OperationException.invalid(
          "%s:%d: not valid TOML: %s".formatted(source, line, e.getOriginalMessage()));
    }
  }

  private static String shipped() {
    try (InputStream stream =
        Objects.requireNonNull(ModelCatalogue.class.getResourceAsStream("models.toml"))) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw OperationException.invalid("%s has more than %,d bytes.".formatted(file, MOST_BYTES));
      }
      return Files.readString(file);
    } catch (IOException e) {
      throw OperationException.failed("Cannot read %s. Check its permissions.".formatted(file), e);
    }
  }

  private static OperationException broken(String source, ModelName name, String what) {
    return OperationException.invalid("%s: models.\"%s\": %s.".formatted(source, name, what));
  }
}
