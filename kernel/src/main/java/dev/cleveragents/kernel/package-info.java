/**
 * The concurrency that everything else stands on: cancellation, circuit breaker, jobs, the worker
 * that runs them, scopes and events. No domain and no input or output; depends on slf4j and
 * jspecify only.
 *
 * <p>Inside, packages point one way: {@code worker → scope → job → cancel → time}, {@code log},
 * with {@code breaker}, {@code event} and {@code id} beside them. An ArchUnit test holds this.
 */
@NullMarked
package dev.cleveragents.kernel;

import org.jspecify.annotations.NullMarked;
