package dev.cleveragents.context;

/**
 * Why a fragment counts for as much as it does; each part is 0 to 1.
 *
 * @param relevance what the strategies that found it, or something else in its file, say together
 * @param hierarchy how near it is to the focus, or whether it is one of the names asked for
 * @param quality what part of all the strategies, by weight, found it
 * @param recency how new it is beside the newest of those found; 0 if unknown
 * @param total the weighted mean of these
 */
public record Score(
    double relevance, double hierarchy, double quality, double recency, double total) {}
