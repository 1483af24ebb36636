package dev.cleveragents.models.provider;

import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelException.Kind;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.models.access.Endpoint;
import dev.cleveragents.models.http.SharedHttpClient;
import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.OperationException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Asks a server that speaks like OpenAI for the names of its models. */
public final class ServerModels {

  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final SharedHttpClient http;

  public ServerModels(SharedHttpClient http) {
    this.http = http;
  }

  /**
   * The models in the order of the server, without those for embeddings; a name that no {@code
   * ModelName} can have is left out.
   *
   * @throws ModelException if the server does not answer soon, or not with a list
   */
  public List<ModelName> list(Endpoint endpoint) throws ModelException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(endpoint.address() + "/models")).GET().timeout(TIMEOUT);
    if (endpoint.key() != null) {
      request.header("Authorization", "Bearer " + endpoint.key().reveal());
    }
    try {
      return names(endpoint, http.get(request.build()));
    } catch (IOException | IllegalArgumentException e) {
      throw new ModelException(
          Kind.UNREACHABLE,
          "Cannot list the models of %s: it does not answer with a list. Check %s."
              .formatted(endpoint.address(), endpoint.provider().addressVariable()));
    }
  }

  private static List<ModelName> names(Endpoint endpoint, String body) {
    Map<String, ?> json = Json.readObject(body);
    List<ModelName> names = new ArrayList<>();
    if (json.get("data") instanceof List<?> models) {
      for (Object model : models) {
        try {
          ModelName name =
              ModelName.of(endpoint.provider().id() + "/" + JsonFields.text(model, "id"));
          if (!name.model().contains("embed")) {
            names.add(name);
          }
        } catch (OperationException e) {
          // The user could not write it either.
        }
      }
    }
    return names;
  }
}
