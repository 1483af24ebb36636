package dev.cleveragents.engine.model;

import dev.cleveragents.workspace.OperationException;
import java.util.Locale;

/**
 * The name of a model, such as {@code anthropic/claude-sonnet-4-5}.
 *
 * @param provider in lower case
 * @param model as the provider spells it; may contain slashes
 */
public record ModelName(String provider, String model) {

  /** The provider that answers from recordings. */
  public static final String REPLAY = "replay";

  private static final int LONGEST = 200;

  /**
   * Reads {@code provider/model}.
   *
   * @throws OperationException if the text has another form
   */
  public static ModelName of(String text) {
    int slash = text.indexOf('/');
    if (slash < 1 || text.length() > LONGEST || !text.matches("[A-Za-z0-9-]+/[\\w.:/@+-]+")) {
      throw OperationException.invalid(
          "'%s' is not the name of a model; write PROVIDER/MODEL, such as openai/gpt-5"
              .formatted(text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text));
    }
    return new ModelName(
        text.substring(0, slash).toLowerCase(Locale.ROOT), text.substring(slash + 1));
  }

  @Override
  public String toString() {
    return provider + "/" + model;
  }
}
