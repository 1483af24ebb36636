package dev.cleveragents.context;

/**
 * That a strategy found a fragment.
 *
 * @param strategy its name
 * @param rank the fragment's place in what it found, from 0
 * @param gain what that adds to the fragment's relevance: 0 to 1, comparable between strategies
 * @param why what led there, in the strategy's words
 */
public record Vote(String strategy, int rank, double gain, String why) {}
