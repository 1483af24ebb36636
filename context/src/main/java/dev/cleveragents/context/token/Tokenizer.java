package dev.cleveragents.context.token;

import com.knuddels.jtokkit.api.EncodingType;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What is known of the tokenizers of models, by the beginnings of their names.
 *
 * @param prefix the name, or its part before the first dash, dot or colon after that
 * @param encoding what counts for it
 */
record Tokenizer(String prefix, EncodingType encoding) {

  /** The longest that fits counts, so that gpt-4.1 is no gpt-4. */
  private static final List<Tokenizer> KNOWN =
      List.of(
          new Tokenizer("gpt-5", EncodingType.O200K_BASE),
          new Tokenizer("gpt-4.5", EncodingType.O200K_BASE),
          new Tokenizer("gpt-4.1", EncodingType.O200K_BASE),
          new Tokenizer("gpt-4o", EncodingType.O200K_BASE),
          new Tokenizer("chatgpt-4o", EncodingType.O200K_BASE),
          new Tokenizer("gpt-oss", EncodingType.O200K_BASE),
          new Tokenizer("o1", EncodingType.O200K_BASE),
          new Tokenizer("o3", EncodingType.O200K_BASE),
          new Tokenizer("o4", EncodingType.O200K_BASE),
          new Tokenizer("gpt-4", EncodingType.CL100K_BASE),
          new Tokenizer("gpt-3.5", EncodingType.CL100K_BASE));

  /** The tokenizer of a model, also with its provider and a slash before the name. */
  static Optional<EncodingType> of(String model) {
    String name = model.substring(model.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    return KNOWN.stream()
        .filter(known -> known.fits(name))
        .max((one, other) -> Integer.compare(one.prefix.length(), other.prefix.length()))
        .map(Tokenizer::encoding);
  }

  private boolean fits(String name) {
    return name.equals(prefix)
        || (name.startsWith(prefix) && "-.:".indexOf(name.charAt(prefix.length())) >= 0);
  }
}
