package dev.cleveragents.models.access;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The providers with a network address, the preferred ones first. */
public enum Provider {
  ANTHROPIC("https://api.anthropic.com/v1", "ANTHROPIC_BASE_URL", "/v1"),
  OPENAI("https://api.openai.com/v1", "OPENAI_BASE_URL", ""),
  GEMINI("https://generativelanguage.googleapis.com/v1beta", "GOOGLE_GEMINI_BASE_URL", "/v1beta"),
  OLLAMA("http://127.0.0.1:11434/v1", "OLLAMA_HOST", "/v1");

  private final String address;
  private final String addressVariable;
  private final String path;

  Provider(String address, String addressVariable, String path) {
    this.address = address;
    this.addressVariable = addressVariable;
    this.path = path;
  }

  /** The provider of this name in a {@code ModelName}. */
  public static Optional<Provider> named(String name) {
    return Stream.of(values()).filter(it -> it.id().equals(name)).findFirst();
  }

  /** Its name in a {@code ModelName} and in {@code keys.toml}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  String address() {
    return address;
  }

  /** The environment variable with another address. */
  public String addressVariable() {
    return addressVariable;
  }

  /** The environment variables with its key, the first one wins; none if it asks for no key. */
  public List<String> keyVariables() {
    return switch (this) {
      case ANTHROPIC -> List.of("ANTHROPIC_API_KEY");
      case OPENAI -> List.of("OPENAI_API_KEY");
      case GEMINI -> List.of("GEMINI_API_KEY", "GOOGLE_API_KEY");
      case OLLAMA -> List.of();
    };
  }

  /** The end of an address from the environment; appended where it is missing. */
  String path() {
    return path;
  }
}
