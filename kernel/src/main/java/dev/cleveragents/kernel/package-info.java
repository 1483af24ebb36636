/**
 * The concurrency that everything else is built on: cancellation, circuit breaker, jobs, the worker
 * that runs them, and scopes. No domain and no input or output; depends on slf4j and jspecify only.
 *
 * <p>Inside, packages point one way: {@code worker → scope → job → cancel → time}, {@code log},
 * with {@code breaker} and {@code id} beside them. An ArchUnit test holds this.
 */
@NullMarked
package dev.cleveragents.kernel;

import org.jspecify.annotations.NullMarked;
