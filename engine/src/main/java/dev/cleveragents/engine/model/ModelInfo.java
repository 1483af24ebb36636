package dev.cleveragents.engine.model;

import org.jspecify.annotations.Nullable;

/**
 * The limits and the price of a model.
 *
 * @param contextWindow how many tokens a request and its reply may have together
 * @param maxOutput how many tokens a reply may have
 * @param price null if it is not known
 */
public record ModelInfo(
    ModelName name, int contextWindow, int maxOutput, @Nullable ModelPrice price) {}
