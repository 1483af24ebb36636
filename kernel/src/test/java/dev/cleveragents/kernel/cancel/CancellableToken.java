package dev.cleveragents.kernel.cancel;

import java.time.Duration;

/** What the original's token and ours have in common, so that one harness runs on both. */
interface CancellableToken {

  /** What work that begins now is handed to watch. */
  Watched watched();

  void cancel();

  void reset();

  /** The side that work sees. */
  interface Watched {
    boolean isCancelled();

    boolean await(Duration timeout) throws InterruptedException;
  }

  /** Ours: a source, whose current token is watched. */
  static CancellableToken ours(CancellationSource source) {
    return new CancellableToken() {
      @Override
      public Watched watched() {
        CancellationToken token = source.token();
        return new Watched() {
          @Override
          public boolean isCancelled() {
            return token.isCancelled();
          }

          @Override
          public boolean await(Duration timeout) throws InterruptedException {
            return token.await(timeout);
          }
        };
      }

      @Override
      public void cancel() {
        source.cancel(CancellationCause.requested("a test"));
      }

      @Override
      public void reset() {
        source.reset();
      }
    };
  }

  /** The original: all callers watch the one token that is reset. */
  static CancellableToken original(RacyCancellationToken token) {
    return new CancellableToken() {
      @Override
      public Watched watched() {
        return new Watched() {
          @Override
          public boolean isCancelled() {
            return token.isCancelled();
          }

          @Override
          public boolean await(Duration timeout) throws InterruptedException {
            return token.await(timeout);
          }
        };
      }

      @Override
      public void cancel() {
        token.cancel();
      }

      @Override
      public void reset() {
        token.reset();
      }
    };
  }
}
