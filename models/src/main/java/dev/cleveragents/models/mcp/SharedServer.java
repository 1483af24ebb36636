package dev.cleveragents.models.mcp;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.engine.definition.McpServer;
import dev.cleveragents.engine.mcp.McpException;
import dev.cleveragents.kernel.cancel.CallbackRegistration;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The server of one name, which all plans of this process share.
 *
 * <ul>
 *   <li>It is started at the first use, behind a future; a caller that gives up does not end that.
 *   <li>One instance at a time: another definition under the same name, or a restart, begins when
 *       the last instance has ended with all its processes, and with the calls that it carries out.
 *   <li>A server that is gone is started again once per call, after a pause, and at most three
 *       times in a row; then not for a minute.
 *   <li>A call that was sent is repeated only if the caller says that it may be.
 * </ul>
 *
 * The lock guards the instance and the failures; it is not held while anything waits.
 */
final class SharedServer {

  private static final int MOST_FAILURES = 4;
  private static final Duration REST = Duration.ofMinutes(1);
  private static final Duration PAUSE = Duration.ofMillis(200);

  /** Opens a connection; closes what it has opened if it fails. */
  interface Opening {
    McpConnection open(McpServer server, CancellationToken token)
        throws McpException, ServerGoneException, InterruptedException;
  }

  /** A use of a connection. */
  interface Use<T> {
    T of(McpConnection connection) throws McpException, ServerGoneException, InterruptedException;
  }

  private static final class Instance {
    final McpServer server;
    final CompletableFuture<McpConnection> connection = new CompletableFuture<>();
    final CompletableFuture<Boolean> unused = new CompletableFuture<>();
    int uses;
    boolean superseded;

    Instance(McpServer server) {
      this.server = server;
    }

    boolean isGone() {
      return connection.isCompletedExceptionally()
          || (connection.isDone() && connection.join().isEnded());
    }
  }

  private final String name;
  private final Opening opening;
  private final Scope scope;
  private final TimeSource time;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private @Nullable Instance current;

  @GuardedBy("lock")
  private int failures;

  @GuardedBy("lock")
  private long lastFailure;

  @GuardedBy("lock")
  private String lastReason = "";

  SharedServer(String name, Opening opening, Scope scope, TimeSource time) {
    this.name = name;
    this.opening = opening;
    this.scope = scope;
    this.time = time;
  }

  /**
   * Uses the server.
   *
   * @param repeatable whether the use may be repeated if the server dies during it
   */
  <T> T use(McpServer server, boolean repeatable, CancellationToken token, Use<T> use)
      throws McpException, InterruptedException {
    for (boolean again = false; ; again = true) {
      Instance instance = acquire(server);
      boolean sent = false;
      try {
        McpConnection connection = await(instance, token);
        sent = true;
        T given = use.of(connection);
        succeeded();
        return given;
      } catch (ServerGoneException e) {
        String why = String.valueOf(e.getMessage());
        failed(instance, why);
        boolean unknown = sent && !repeatable && !e.isUntouched();
        if (again || unknown) {
          throw new McpException(
              unknown
                  ? "MCP server %s ended during the call (%s); whether the call took effect is unknown"
                      .formatted(name, why)
                  : "MCP server %s cannot be used: %s".formatted(name, why),
              e);
        }
      } catch (McpException e) {
        if (!sent) {
          failed(instance, String.valueOf(e.getMessage()));
        }
        throw new McpException("MCP server %s: %s".formatted(name, e.getMessage()), e);
      } finally {
        release(instance);
      }
    }
  }

  private Instance acquire(McpServer server) throws McpException {
    synchronized (lock) {
      Instance last = current;
      // One that has failed a call may not have noticed its end yet.
      if (last != null && last.server.equals(server) && !last.superseded && !last.isGone()) {
        last.uses++;
        return last;
      }
      requireRested();
      Instance next = new Instance(server);
      next.uses++;
      Duration pause =
          failures == 0 ? Duration.ZERO : PAUSE.multipliedBy(1L << Math.min(failures - 1, 4));
      if (last != null) {
        last.superseded = true;
        if (last.uses == 0 || last.isGone()) {
          last.unused.complete(true);
        }
      }
      scope.fork(name, () -> start(next, last, pause));
      current = next;
      return next;
    }
  }

  @GuardedBy("lock")
  private void requireRested() throws McpException {
    if (failures < MOST_FAILURES) {
      return;
    }
    Duration left = REST.minusNanos(time.nanos() - lastFailure);
    if (left.isPositive()) {
      throw new McpException(
          "MCP server %s failed %d times in a row (%s) and is not started for another %d s"
              .formatted(name, failures, lastReason, left.toSeconds() + 1));
    }
    failures = 0;
  }

  private void release(Instance instance) {
    synchronized (lock) {
      instance.uses--;
      if (instance.superseded && instance.uses == 0) {
        instance.unused.complete(true);
      }
    }
  }

  private void succeeded() {
    synchronized (lock) {
      failures = 0;
    }
  }

  /** Counts the end of an instance once, however many calls it has ended. */
  private void failed(Instance instance, String why) {
    synchronized (lock) {
      if (!instance.superseded && current == instance) {
        instance.superseded = true;
        failures++;
        lastFailure = time.nanos();
        lastReason = why;
      }
    }
  }

  private boolean start(Instance next, @Nullable Instance last, Duration pause) {
    try {
      if (last != null) {
        try (CallbackRegistration _ = scope.token().onCancel(_ -> last.unused.complete(true))) {
          last.unused.get();
        }
        close(last);
      }
      scope.token().await(pause);
      scope.token().throwIfCancelled();
      next.connection.complete(opening.open(next.server, scope.token()));
    } catch (InterruptedException e) {
      next.connection.completeExceptionally(new ServerGoneException("this process is closing"));
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      next.connection.completeExceptionally(e);
    }
    return true;
  }

  private static McpConnection await(Instance instance, CancellationToken token)
      throws McpException, ServerGoneException, InterruptedException {
    // A copy, so that a caller that gives up does not cancel the start.
    CompletableFuture<McpConnection> copy = instance.connection.copy();
    try (CallbackRegistration _ = token.onCancel(_ -> copy.cancel(true))) {
      return copy.get();
    } catch (CancellationException e) {
      token.throwIfCancelled();
      throw e;
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    }
  }

  private static McpException failure(@Nullable Throwable cause) throws ServerGoneException {
    Throwable first =
        cause instanceof CompletionException && cause.getCause() != null ? cause.getCause() : cause;
    return switch (first) {
      case ServerGoneException gone -> throw gone;
      case McpException refused -> refused;
      case null, default -> new McpException(String.valueOf(first));
    };
  }

  /** Ends the instance, after its start if that is under way. */
  private static void close(Instance instance) throws InterruptedException {
    try {
      instance.connection.get().close();
    } catch (ExecutionException e) {
      // It was not opened, and what it had opened is closed.
      instance.superseded = true;
    }
  }

  /** Ends the server. Nothing starts it again: the scope is cancelled. */
  void close() throws InterruptedException {
    Instance last;
    synchronized (lock) {
      last = current;
    }
    if (last != null) {
      close(last);
    }
  }
}
