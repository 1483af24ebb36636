/**
 * Makes one answer of what several strategies find, in ten stages, one class each: {@code
 * ConfidenceWeightedSelector}, {@code ProportionalBudgetAllocator}, {@code
 * ParallelStrategyExecutor}, {@code ContentHashDeduplicator}, {@code MaxDepthResolver}, {@code
 * WeightedCompositeScorer}, {@code GreedyKnapsackPacker}, {@code RelevanceCoherenceOrderer}, {@code
 * ProvenancePreambleGenerator} and, for the plans below one, {@code DepthReductionCompressor}.
 * {@link dev.cleveragents.context.pipeline.ContextPipeline} runs them.
 */
@NullMarked
package dev.cleveragents.context.pipeline;

import org.jspecify.annotations.NullMarked;
