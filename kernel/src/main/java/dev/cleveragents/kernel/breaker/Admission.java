package dev.cleveragents.kernel.breaker;

/** The answer to {@link CircuitBreaker#tryAcquire}: go ahead, or not now. */
public sealed interface Admission permits Permit, Refusal {

  /** The circuit that was asked. */
  String name();
}
