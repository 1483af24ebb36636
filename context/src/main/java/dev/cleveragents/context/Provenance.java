package dev.cleveragents.context;

import java.time.Instant;
import java.util.Optional;

/**
 * Where a fragment comes from.
 *
 * @param strategy the name of the strategy that found it
 * @param why what led there, in words for a person
 * @param time when what it shows last changed, if the strategy knows
 */
public record Provenance(String strategy, String why, Optional<Instant> time) {}
