package dev.cleveragents.models;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The known models.
 *
 * @param problems why a provider cannot be used, by its name; not those that can
 */
public record ModelListing(List<ModelStatus> models, Map<String, String> problems) {

  public ModelListing {
    models = List.copyOf(models);
    problems = Collections.unmodifiableMap(new LinkedHashMap<>(problems));
  }
}
