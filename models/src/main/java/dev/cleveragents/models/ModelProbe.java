package dev.cleveragents.models;

import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.model.ModelUsage;
import java.time.Duration;

/** A model has answered a small request. */
public record ModelProbe(ModelName name, Duration latency, ModelUsage usage) {}
