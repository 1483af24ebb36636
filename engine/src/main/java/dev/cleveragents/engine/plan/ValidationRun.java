package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.check.CheckResult;
import java.time.Instant;

/** A check that was run for a plan, and when. */
public record ValidationRun(CheckResult result, Instant at) {}
