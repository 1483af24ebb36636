package dev.cleveragents.store.race;

import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Blocks a transaction before its n-th statement, including the commit, until the gate is opened.
 * The lock guards what is awaited.
 */
final class StatementGate implements ObservedConnections.Listener {

  private static final long DEADLINE_SECONDS = 60;

  private final Object lock = new Object();
  private int left = -1;
  private @Nullable String heldAt;
  private CountDownLatch reached = new CountDownLatch(1);
  private CountDownLatch open = new CountDownLatch(1);

  /** From now on the n-th statement is held, counted from 0. */
  void close(int n) {
    synchronized (lock) {
      left = n;
      heldAt = null;
      reached = new CountDownLatch(1);
      open = new CountDownLatch(1);
    }
  }

  /** Waits until a caller is held; false if that has not happened when {@code over} is. */
  boolean awaitHeld(CountDownLatch over) throws InterruptedException {
    CountDownLatch held;
    synchronized (lock) {
      held = reached;
    }
    while (!held.await(1, TimeUnit.MILLISECONDS)) {
      if (over.getCount() == 0) {
        return held.getCount() == 0;
      }
    }
    return true;
  }

  /** The statement that is held. */
  @Nullable String heldAt() {
    synchronized (lock) {
      return heldAt;
    }
  }

  /** Lets everything through. */
  void open() {
    synchronized (lock) {
      left = -1;
      open.countDown();
    }
  }

  @Override
  public void before(String sql) throws SQLException {
    CountDownLatch wait;
    synchronized (lock) {
      if (left < 0 || left-- > 0) {
        return;
      }
      heldAt = sql;
      reached.countDown();
      wait = open;
    }
    try {
      if (!wait.await(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
        throw new SQLException("the gate was not opened");
      }
    } catch (InterruptedException e) {
      throw new SQLException(e);
    }
  }
}
