package dev.cleveragents.engine.check;

import java.time.Instant;

/** A check that was run for a plan, and when. */
public record ValidationRun(CheckResult result, Instant at) {}
