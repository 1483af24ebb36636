package dev.cleveragents.models.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.engine.model.ModelInfo;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.model.ModelPrice;
import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.engine.model.Money;
import dev.cleveragents.workspace.OperationException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelCatalogueTest {

  @TempDir Path home;

  private ModelCatalogue with(String toml) throws IOException {
    Files.writeString(home.resolve("models.toml"), toml);
    return ModelCatalogue.read(home);
  }

  private static ModelInfo info(ModelCatalogue catalogue, String name) {
    return catalogue.find(ModelName.of(name)).info();
  }

  @Test
  void theShippedModelsHavePricesAndSaneBounds() {
    ModelCatalogue catalogue = ModelCatalogue.read(home);

    assertThat(catalogue.models()).hasSizeGreaterThan(20);
    for (ModelInfo model : catalogue.models()) {
      ModelPrice price = Objects.requireNonNull(model.price(), model.toString());
      assertThat(model.maxOutput()).isLessThanOrEqualTo(model.contextWindow());
      assertThat(price.input()).isGreaterThan(Money.ZERO);
      assertThat(price.output()).isGreaterThan(price.input());
      assertThat(price.cacheRead()).isLessThan(price.input());
      assertThat(price.cacheWrite()).isGreaterThanOrEqualTo(price.input());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"anthropic", "openai", "gemini"})
  void thePreferredModelOfAProviderIsInTheCatalogue(String provider) {
    ModelCatalogue catalogue = ModelCatalogue.read(home);

    assertThat(catalogue.best(provider))
        .hasValueSatisfying(
            it -> assertThat(catalogue.models()).extracting(ModelInfo::name).contains(it));
    assertThat(catalogue.best("ollama")).isEmpty();
  }

  @Test
  void aPriceIsExact() {
    ModelPrice price =
        Objects.requireNonNull(
            info(ModelCatalogue.read(home), "anthropic/claude-sonnet-4-5").price());

    assertThat(price.of(new ModelUsage(1_000_000, 1_000_000, 1_000_000, 1_000_000)))
        .isEqualTo(Money.dollars(new BigDecimal("22.05")));
  }

  @ParameterizedTest
  @CsvSource({"openai/own, 128000, 8000, 60", "ollama/qwen3:8b, 32000, 4000, 300"})
  void aModelThatIsNotKnownHasSmallBoundsAndNoPrice(
      String name, int window, int output, int silence) {
    CatalogueEntry entry = ModelCatalogue.read(home).find(ModelName.of(name));

    assertThat(entry.info()).isEqualTo(new ModelInfo(ModelName.of(name), window, output, null));
    assertThat(entry.silence()).isEqualTo(Duration.ofSeconds(silence));
  }

  @Test
  void theUserMayAddAModel() throws Exception {
    ModelCatalogue catalogue =
        with(
            """
            [models."openai/own"]
            window = 64000
            max_output = 2000
            silence_seconds = 5
            price = { input = 0.25, output = 1 }
            """);

    CatalogueEntry entry = catalogue.find(ModelName.of("openai/own"));
    Money quarter = Money.dollars(new BigDecimal("0.00000025"));
    assertThat(entry.info().contextWindow()).isEqualTo(64_000);
    assertThat(entry.info().price())
        .isEqualTo(
            new ModelPrice(quarter, quarter, quarter, Money.dollars(new BigDecimal("0.000001"))));
    assertThat(entry.silence()).isEqualTo(Duration.ofSeconds(5));
    assertThat(catalogue.models()).extracting(ModelInfo::name).contains(ModelName.of("openai/own"));
  }

  @Test
  void theUserMayChangeAPartOfAModel() throws Exception {
    ModelInfo shipped = info(ModelCatalogue.read(home), "openai/gpt-4o");

    ModelInfo changed =
        info(with("[models.\"openai/gpt-4o\"]\nprice = { output = 11 }\n"), "openai/gpt-4o");

    assertThat(changed.contextWindow()).isEqualTo(shipped.contextWindow());
    ModelPrice before = Objects.requireNonNull(shipped.price());
    ModelPrice after = Objects.requireNonNull(changed.price());
    assertThat(after.input()).isEqualTo(before.input());
    assertThat(after.output()).isEqualTo(Money.dollars(new BigDecimal("0.000011")));
  }

  @Test
  void theUserMayPreferAnotherModel() throws Exception {
    assertThat(with("[best]\nopenai = \"own\"\n").best("openai"))
        .contains(ModelName.of("openai/own"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[models.\"openai/x\"]\\nwindow = \"big\" | 'window' must be a whole number above zero",
        "[models.\"openai/x\"]\\nwindow = 0 | 'window' must be a whole number above zero",
        "[models.\"openai/x\"]\\nwindow = 100\\nmax_output = 200 | 'max_output' is more than",
        "[models.\"openai/x\"]\\nprice = 5 | price: must be a table",
        "[models.\"openai/x\"]\\nprice = { input = -1, output = 1 } | 'price.input' must be",
        "[models.\"openai/x\"]\\nprice = { input = 1, output = 0.00000001 } | more than six",
        "[models.\"openai/x\"]\\nprice = { input = nan, output = 1 } | 'price.input' must be",
        "[models.\"openai/x\"]\\nprice = { input = 1, output = inf } | 'price.output' must be",
        "[models.\"openai/x\"]\\nwindwo = 5 | unknown key 'windwo'. Known: window, max_output",
        "[models.\"openai/x\"]\\nprice = { inptu = 1 } | price: unknown key 'inptu'",
        "[best]\\nopnai = \"x\" | best: unknown key 'opnai'. Known: anthropic, openai",
        "prices = 5 | unknown key 'prices'. Known: best, models",
        "[models]\\n\"openai/x\" = 5 | must be a table",
        "[models.nonsense]\\nwindow = 5 | 'nonsense' is not the name of a model",
        "[models | not valid TOML"
      })
  void aMistakeIsNamedWithItsFile(String toml, String message) {
    assertThatThrownBy(() -> with(toml.replace("\\n", "\n")))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining(home.resolve("models.toml").toString())
        .hasMessageContaining(message);
  }

  @Test
  void aFileThatIsTooLargeOrNoTextIsRefused() throws Exception {
    assertThatThrownBy(() -> with("#".repeat(1_000_001))).hasMessageContaining("1,000,000 bytes");

    Files.write(home.resolve("models.toml"), "ü".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> ModelCatalogue.read(home))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("Cannot read");
  }
}
