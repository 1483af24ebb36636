package dev.cleveragents.models.catalogue;

import dev.cleveragents.engine.model.ModelInfo;
import java.time.Duration;

/**
 * One model of the catalogue.
 *
 * @param silence how long its stream may send nothing before it counts as dead
 */
public record CatalogueEntry(ModelInfo info, Duration silence) {}
