package dev.cleveragents.context;

/**
 * What an answer was made from. The same request over the same versions, with the same outcomes of
 * the strategies, gives the same answer.
 *
 * @param index the generation of the index and the tree it shows
 * @param weights the version of the weights of the strategies
 * @param tokenizer what counted the tokens
 */
public record Versions(String index, String weights, String tokenizer) {}
