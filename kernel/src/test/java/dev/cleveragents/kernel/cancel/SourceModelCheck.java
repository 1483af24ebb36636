package dev.cleveragents.kernel.cancel;

import dev.cleveragents.kernel.cancel.CancellationCause.Kind;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A source and its first token behave in the interleavings explored as in some serial order: who
 * was first, which generation was hit, which token is in place and what the old one says are one
 * state.
 */
class SourceModelCheck {

  @Test
  void everyInterleavingGivesTheAnswersOfASerialOrder() {
    new ModelCheckingOptions()
        .iterations(Boolean.getBoolean("exhaustive") ? 12 : 5)
        .invocationsPerIteration(120)
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(2)
        .sequentialSpecification(OneStateAtATime.class)
        .check(Concurrent.class);
  }

  public static class Concurrent {
    private final CancellationSource source = new CancellationSource();
    private final CancellationToken first = source.token();

    @Operation
    public CancelResult cancel() {
      return source.cancel(CancellationCause.requested("a check"));
    }

    @Operation
    public void reset() {
      source.reset();
    }

    @Operation
    public long generation() {
      return source.generation();
    }

    @Operation
    public boolean firstIsCurrent() {
      return source.token() == first;
    }

    @Operation
    public boolean firstIsCancelled() {
      return first.isCancelled();
    }

    @Operation
    public @Nullable Kind firstCause() {
      return first.cause().map(CancellationCause::kind).orElse(null);
    }

    @Operation(runOnce = true)
    public void close() {
      source.close();
    }
  }

  /** The contract, one call at a time. */
  public static class OneStateAtATime {
    private long generation = 1;
    private boolean cancelled;
    private boolean closed;
    private @Nullable Kind firstCause;

    public CancelResult cancel() {
      return new CancelResult(generation, end(Kind.REQUESTED));
    }

    public void reset() {
      if (!closed) {
        end(Kind.SUPERSEDED);
        generation++;
        cancelled = false;
      }
    }

    public long generation() {
      return generation;
    }

    public boolean firstIsCurrent() {
      return generation == 1;
    }

    public boolean firstIsCancelled() {
      return firstCause != null;
    }

    public @Nullable Kind firstCause() {
      return firstCause;
    }

    public void close() {
      end(Kind.CLOSED);
      closed = true;
    }

    private boolean end(Kind kind) {
      boolean first = !cancelled;
      cancelled = true;
      if (generation == 1 && firstCause == null) {
        firstCause = kind;
      }
      return first;
    }
  }
}
