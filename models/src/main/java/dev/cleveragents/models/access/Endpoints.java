package dev.cleveragents.models.access;

import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelException.Kind;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds address and key of a provider in the environment and in {@code keys.toml}; a variable wins
 * over the file. Immutable.
 */
public final class Endpoints {

  private final Map<String, String> environment;
  private final KeyFile keys;

  /**
   * @param home the folder with {@code keys.toml}, if there is one
   */
  public Endpoints(Map<String, String> environment, Path home) {
    this.environment = Map.copyOf(environment);
    this.keys = new KeyFile(home);
  }

  /** Whether the user has named another address than the provider's own. */
  public boolean hasOwnAddress(Provider provider) {
    return variable(provider.addressVariable()).isPresent();
  }

  /**
   * Address and key of a provider.
   *
   * @throws ModelException of kind {@code AUTH} without a key that the provider asks for, {@code
   *     INVALID_REQUEST} for an address that is none
   */
  public Endpoint find(Provider provider) throws ModelException {
    return usable(provider).orElseThrow(() -> missing(provider));
  }

  /** What the user has to do before a provider can be used. */
  public ModelException missing(Provider provider) {
    String what =
        provider == Provider.OLLAMA
            ? "OLLAMA_HOST is not set. Run 'ollama serve', then set it to 127.0.0.1:11434."
            : "There is no key for %s. Set %s, or write '%s = \"KEY\"' into %s."
                .formatted(
                    provider.id(), provider.keyVariables().getFirst(), provider.id(), keys.path());
    return new ModelException(Kind.AUTH, what);
  }

  /**
   * Address and key of a provider that the user has configured.
   *
   * @throws ModelException if the configuration cannot be used
   */
  public Optional<Endpoint> configured(Provider provider) throws ModelException {
    // Ollama has an address of its own also where nothing runs there.
    return provider == Provider.OLLAMA && !hasOwnAddress(provider)
        ? Optional.empty()
        : usable(provider);
  }

  private Optional<Endpoint> usable(Provider provider) throws ModelException {
    Optional<String> given = variable(provider.addressVariable());
    String address = given.isPresent() ? address(provider, given.get()) : provider.address();
    Secret key = key(provider);
    boolean keyless =
        provider == Provider.OLLAMA || (provider == Provider.OPENAI && given.isPresent());
    return key == null && !keyless
        ? Optional.empty()
        : Optional.of(new Endpoint(provider, address, given.isEmpty(), key));
  }

  private @Nullable Secret key(Provider provider) throws ModelException {
    for (String name : provider.keyVariables()) {
      Optional<String> value = variable(name);
      if (value.isPresent()) {
        return secret(value.get(), name);
      }
    }
    if (provider == Provider.OLLAMA) {
      return null;
    }
    Optional<String> value = keys.key(provider);
    return value.isPresent() ? secret(value.get(), keys.path().toString()) : null;
  }

  private static Secret secret(String value, String source) throws ModelException {
    try {
      return new Secret(value);
    } catch (IllegalArgumentException e) {
      throw new ModelException(Kind.AUTH, "Cannot use %s: %s.".formatted(source, e.getMessage()));
    }
  }

  private Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name))
        .map(String::strip)
        .filter(it -> !it.isEmpty());
  }

  private static String address(Provider provider, String given) throws ModelException {
    String whole = provider == Provider.OLLAMA ? ollama(given) : given;
    String address = whole.replaceAll("/+$", "");
    try {
      URI uri = new URI(address);
      boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (!http || uri.getHost() == null || uri.getUserInfo() != null || uri.getQuery() != null) {
        throw new URISyntaxException("", "not an address of HTTP");
      }
    } catch (URISyntaxException e) {
      throw new ModelException(
          Kind.INVALID_REQUEST,
          "Cannot use %s: it is not an address such as %s."
              .formatted(provider.addressVariable(), provider.address()));
    }
    return address.matches(".*/v\\d\\w*") ? address : address + provider.path();
  }

  /** As Ollama itself reads it: scheme and port may be missing, and 0.0.0.0 is for servers. */
  private static String ollama(String given) {
    String address = given.contains("://") ? given : "http://" + given;
    String withPort = address.matches("\\w+://[^/]*:\\d+(/.*)?") ? address : port(address);
    return withPort.replace("://0.0.0.0", "://127.0.0.1");
  }

  private static String port(String address) {
    return address.startsWith("https:") ? address : address.replaceFirst("(://[^/]+)", "$1:11434");
  }
}
