package dev.cleveragents.context;

import java.time.Duration;
import java.util.Optional;

/**
 * What one strategy had to do with an answer.
 *
 * @param name the strategy
 * @param confidence how well it said it could answer, 0 to 1
 * @param weight what its finds count for in the fusion
 * @param share the tokens it was given
 * @param found how many fragments it gave
 * @param kept how many fragments of the answer it had found
 * @param outcome how it ended
 * @param detail why, in words; empty where all went well
 * @param took how long it took; not measured where the answer must be reproducible
 */
public record StrategyReport(
    String name,
    double confidence,
    double weight,
    int share,
    int found,
    int kept,
    StrategyOutcome outcome,
    String detail,
    Optional<Duration> took) {}
