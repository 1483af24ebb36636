package dev.cleveragents.context;

/**
 * Why a fragment counts for as much as it does; each part is 0 to 1.
 *
 * @param relevance what the strategies that found it, or something else in its file, say together
 * @param hierarchy how near it is to the focus, or whether it is one of the names asked for
 * @param kind the factor for its kind of file: less than 1 for a test that was not asked for
 * @param total the weighted mean of relevance and hierarchy, times the kind
 */
public record Score(double relevance, double hierarchy, double kind, double total) {}
