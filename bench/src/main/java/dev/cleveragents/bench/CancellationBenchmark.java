package dev.cleveragents.bench;

import dev.cleveragents.kernel.cancel.CallbackRegistration;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What a running job pays for being cancellable: the look at its token, beside the bare volatile
 * read it is meant to be, and registering a callback and taking it back.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
public class CancellationBenchmark {

  private final CancellationSource source = new CancellationSource();
  private final CancellationToken token = source.token();
  private volatile boolean flag;

  @Benchmark
  public boolean isCancelled() {
    return token.isCancelled();
  }

  @Benchmark
  public boolean volatileRead() {
    return flag;
  }

  @Benchmark
  public CallbackRegistration.Outcome registerAndWithdraw() {
    return token.onCancel(cause -> {}).withdraw();
  }
}
