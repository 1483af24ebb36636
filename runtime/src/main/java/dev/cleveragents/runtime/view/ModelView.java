package dev.cleveragents.runtime.view;

import static dev.cleveragents.runtime.view.ViewField.data;

import dev.cleveragents.engine.model.ModelPrice;
import dev.cleveragents.engine.model.Money;
import dev.cleveragents.models.ModelStatus;
import org.jspecify.annotations.Nullable;

/** The view of a language model. */
public final class ModelView {

  /** The fields of a model. */
  public static final EntityView<ModelStatus> VIEW =
      EntityView.of(
          (model, _) ->
              new ViewRow(
                  model.info().name().toString(),
                  model.isUsable()
                      ? "%,dk window, %s".formatted(window(model) / 1_000, price(model))
                      : "not usable",
                  "",
                  model.isUsable() ? Mark.GOOD : Mark.NONE),
          ViewField.of("name", "model", model -> model.info().name().toString()),
          ViewField.<ModelStatus>of("usable", "usable", ModelStatus::isUsable)
              .shown(
                  model ->
                      model.isUsable()
                          ? new ViewCell("yes", "", Mark.GOOD)
                          : new ViewCell("no", model.problem(), Mark.ATTENTION)),
          data("problem", ModelStatus::problem),
          ViewField.of("window", "window", ModelView::window),
          ViewField.of("max_output", "longest reply", model -> model.info().maxOutput()),
          data("price_input", model -> perMillion(model, 0)),
          data("price_cache_read", model -> perMillion(model, 1)),
          data("price_cache_write", model -> perMillion(model, 2)),
          data("price_output", model -> perMillion(model, 3)),
          ViewField.page("price", ModelView::price));

  private ModelView() {}

  private static int window(ModelStatus model) {
    return model.info().contextWindow();
  }

  private static String price(ModelStatus model) {
    ModelPrice price = model.info().price();
    return price == null
        ? "price unknown"
        : "%s in, %s out per million tokens"
            .formatted(million(price.input()), million(price.output()));
  }

  private static Money million(Money perToken) {
    return perToken.times(1_000_000);
  }

  private static @Nullable Object perMillion(ModelStatus model, int kind) {
    ModelPrice price = model.info().price();
    if (price == null) {
      return null;
    }
    Money money =
        switch (kind) {
          case 0 -> price.input();
          case 1 -> price.cacheRead();
          case 2 -> price.cacheWrite();
          default -> price.output();
        };
    return million(money).toDollars().doubleValue();
  }
}
