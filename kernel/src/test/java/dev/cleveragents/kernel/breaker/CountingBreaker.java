package dev.cleveragents.kernel.breaker;

/** What ours and the racy original have in common, so that one harness runs on both. */
interface CountingBreaker {

  void recordSuccess(String name);

  void recordFailure(String name);

  boolean isOpen(String name);

  void reset(String name);

  void resetAll();

  /** Failures in a row, as far as they are counted. */
  int failuresInARow(String name);

  static CountingBreaker ours(CircuitBreaker breaker) {
    return new CountingBreaker() {
      @Override
      public void recordSuccess(String name) {
        breaker.recordSuccess(name);
      }

      @Override
      public void recordFailure(String name) {
        breaker.recordFailure(name);
      }

      @Override
      public boolean isOpen(String name) {
        return breaker.isOpen(name);
      }

      @Override
      public void reset(String name) {
        breaker.reset(name);
      }

      @Override
      public void resetAll() {
        breaker.resetAll();
      }

      @Override
      public int failuresInARow(String name) {
        return breaker.view(name).consecutiveFailures();
      }
    };
  }
}
