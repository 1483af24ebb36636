package dev.cleveragents.models;

import dev.cleveragents.engine.model.ChatModel;
import dev.cleveragents.engine.model.ChatModels;
import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelException.Kind;
import dev.cleveragents.engine.model.ModelInfo;
import dev.cleveragents.engine.model.ModelMessage;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.model.ModelRequest;
import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.engine.model.ReplyListener;
import dev.cleveragents.kernel.breaker.CircuitBreaker;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.models.access.Endpoint;
import dev.cleveragents.models.access.Endpoints;
import dev.cleveragents.models.access.Provider;
import dev.cleveragents.models.catalogue.CatalogueEntry;
import dev.cleveragents.models.catalogue.ModelCatalogue;
import dev.cleveragents.models.http.SharedHttpClient;
import dev.cleveragents.models.provider.ProviderModel;
import dev.cleveragents.models.provider.RetryingModel;
import dev.cleveragents.models.provider.ServerModels;
import dev.cleveragents.models.replay.RecordingStore;
import dev.cleveragents.models.replay.ReplayModel;
import dev.cleveragents.models.scripted.ScriptedModel;
import dev.cleveragents.workspace.OperationException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The models that a user can name: those of providers, {@code replay/HASH} and {@code
 * scripted/PATH}. Thread-safe. Closing it ends all exchanges and the threads of its HTTP client.
 *
 * <p>Providers are configured by environment variables, or by {@code keys.toml} and {@code
 * models.toml} in the home folder; the files are read at each question.
 */
public final class ModelDirectory implements ChatModels, AutoCloseable {

  /** Some models refuse a smaller limit. */
  private static final int PROBE_TOKENS = 16;

  private static final ModelRequest PROBE =
      new ModelRequest(
          new ModelRequest.Turn("test", 1),
          "",
          List.of(new ModelMessage.User("Say OK.")),
          List.of(),
          PROBE_TOKENS);

  private final Endpoints endpoints;
  private final Path home;
  private final TimeSource time;
  private final RecordingStore recordings;
  private final SharedHttpClient http = new SharedHttpClient();
  private final CircuitBreaker breaker;

  /**
   * @param environment the variables of the process
   * @param home the folder with the user's files
   */
  public ModelDirectory(Map<String, String> environment, Path home, TimeSource time) {
    this.endpoints = new Endpoints(environment, home);
    this.home = home;
    this.time = time;
    this.recordings = new RecordingStore(home);
    this.breaker = new CircuitBreaker(RetryingModel.breakerSettings(), time, _ -> {});
  }

  @Override
  public ChatModel open(ModelName name) throws ModelException {
    return switch (name.provider()) {
      case ModelName.REPLAY -> recordings.open(name);
      case "scripted" -> ScriptedModel.open(name, Path.of(name.model()));
      default -> {
        Endpoint endpoint = endpoints.find(provider(name));
        yield new RetryingModel(
            model(name, endpoint), breaker, endpoint.address(), RetryingModel.Pause.ON_TOKEN);
      }
    };
  }

  private ProviderModel model(ModelName name, Endpoint endpoint) throws ModelException {
    CatalogueEntry entry = catalogue().find(name);
    return new ProviderModel(entry.info(), endpoint, http, entry.silence(), time);
  }

  private ModelCatalogue catalogue() throws ModelException {
    try {
      return ModelCatalogue.read(home);
    } catch (OperationException e) {
      throw new ModelException(Kind.INVALID_REQUEST, String.valueOf(e.getMessage()));
    }
  }

  private static Provider provider(ModelName name) throws ModelException {
    return Provider.named(name.provider())
        .orElseThrow(
            () ->
                new ModelException(
                    Kind.NOT_FOUND,
                    "There is no provider '%s': write openai/, anthropic/, gemini/, ollama/, replay/ or scripted/ before the model."
                        .formatted(name.provider())));
  }

  /**
   * Whether this model plans before it works, unless the user says otherwise: a recording does so
   * if the recorded plan did, a script never.
   */
  public boolean plans(ModelName name) {
    return switch (name.provider()) {
      case "scripted" -> false;
      case ModelName.REPLAY -> recordings.has(name, "strategy");
      default -> true;
    };
  }

  /** Whether a name begins with a provider, {@code replay} or {@code scripted}. */
  public static boolean isProvider(String name) {
    String provider = name.substring(0, Math.max(0, name.indexOf('/')));
    return provider.equals(ModelName.REPLAY)
        || provider.equals("scripted")
        || Provider.named(provider).isPresent();
  }

  /**
   * The model to use if the user names none: of the first provider that is configured, the one that
   * the catalogue prefers, or else the first that its server lists. A server that does not answer
   * is passed over if there is another.
   *
   * @throws ModelException if a file of the home folder cannot be used, or if the only server that
   *     the user has configured does not answer
   */
  public Optional<ModelName> best() throws ModelException {
    ModelCatalogue catalogue = catalogue();
    ModelException silent = null;
    for (Provider provider : Provider.values()) {
      Optional<Endpoint> endpoint = endpoints.configured(provider);
      Optional<ModelName> best = endpoint.flatMap(_ -> catalogue.best(provider.id()));
      if (endpoint.isPresent() && asksServer(provider)) {
        try {
          List<ModelName> served = new ServerModels(http).list(endpoint.get());
          best = best.filter(served::contains).or(() -> served.stream().findFirst());
          if (served.isEmpty()) {
            throw new ModelException(
                Kind.NOT_FOUND,
                "The server lists no models of %s, so name one with --actor."
                    .formatted(endpoint.get().address()));
          }
        } catch (ModelException e) {
          best = Optional.empty();
          silent = silent == null ? e : silent;
        }
      }
      if (best.isPresent()) {
        return best;
      }
    }
    if (silent != null) {
      throw silent;
    }
    return Optional.empty();
  }

  /** Whether only the server knows its models: the user's own, with any models. */
  private boolean asksServer(Provider provider) {
    return (provider == Provider.OLLAMA || provider == Provider.OPENAI)
        && endpoints.hasOwnAddress(provider);
  }

  /**
   * The models of the catalogue, with what they need to be used; of a server of the user's own only
   * those that it lists.
   */
  public ModelListing list() throws ModelException {
    ModelCatalogue catalogue = catalogue();
    List<ModelStatus> all = new ArrayList<>();
    Map<String, String> problems = new LinkedHashMap<>();
    for (Provider provider : Provider.values()) {
      Set<ModelInfo> infos = new LinkedHashSet<>();
      if (!asksServer(provider)) {
        catalogue.models().stream()
            .filter(it -> it.name().provider().equals(provider.id()))
            .forEach(infos::add);
      }
      try {
        Endpoint endpoint =
            endpoints.configured(provider).orElseThrow(() -> endpoints.missing(provider));
        if (asksServer(provider)) {
          new ServerModels(http).list(endpoint).forEach(it -> infos.add(catalogue.find(it).info()));
        }
      } catch (ModelException e) {
        problems.put(provider.id(), String.valueOf(e.getMessage()));
      }
      String problem = problems.getOrDefault(provider.id(), "");
      infos.forEach(info -> all.add(new ModelStatus(info, problem)));
    }
    return new ModelListing(all, problems);
  }

  /**
   * Asks a model for a few tokens, without a retry. A recording is only opened.
   *
   * @throws ModelException if it does not answer
   */
  public ModelProbe test(ModelName name, CancellationToken token)
      throws ModelException, InterruptedException {
    long started = time.nanos();
    ModelUsage usage =
        switch (name.provider()) {
          case ModelName.REPLAY -> {
            ReplayModel _ = recordings.open(name);
            yield ModelUsage.ZERO;
          }
          case "scripted" -> open(name).reply(PROBE, ReplyListener.NONE, token).usage();
          default -> model(name, endpoints.find(provider(name))).probe(PROBE, token);
        };
    return new ModelProbe(name, Duration.ofNanos(time.nanos() - started), usage);
  }

  /**
   * Checks a recording and copies it into the home folder.
   *
   * @param strict whether replies are only given to the recorded requests
   * @return the name of the model that answers from it
   * @throws OperationException if it is no recording or cannot be copied
   */
  public ModelName addRecording(Path file, boolean strict) {
    return recordings.add(file, strict);
  }

  /** The same; any request of the recorded turn is answered. */
  public ModelName addRecording(Path file) {
    return addRecording(file, false);
  }

  @Override
  public void close() {
    http.close();
  }
}
