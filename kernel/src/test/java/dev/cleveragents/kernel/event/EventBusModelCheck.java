package dev.cleveragents.kernel.event;

import java.time.Duration;
import java.util.ArrayDeque;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/**
 * Explores the interleavings of publishing, reading and closing on a bus with one subscription for
 * two events: every answer must be one that some serial order gives.
 */
class EventBusModelCheck {

  @Test
  void everyAnswerIsOneThatSomeSerialOrderGives() {
    new ModelCheckingOptions()
        .iterations(15)
        .invocationsPerIteration(150)
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(2)
        .actorsAfter(1)
        .sequentialSpecification(InOrder.class)
        .check(Ours.class);
  }

  /** Public for Lincheck, like the one below. */
  public static class Ours {
    private final EventBus<Integer> bus = new EventBus<>();
    private final Subscription<Integer> subscription = bus.subscribe(Integer.class, 2);

    @Operation
    public long publish(@Param(gen = IntGen.class) int event) {
      try {
        return bus.publish(event);
      } catch (IllegalStateException closed) {
        return -1;
      }
    }

    @Operation
    public Delivery<Integer> poll() throws InterruptedException {
      return subscription.poll(Duration.ZERO);
    }

    @Operation
    public void closeSubscription() {
      subscription.close();
    }

    @Operation
    public void closeBus() {
      bus.close();
    }
  }

  /** The same one after the other. */
  public static class InOrder {
    private final ArrayDeque<Delivery<Integer>> queue = new ArrayDeque<>();
    private long published;
    private boolean ended;
    private boolean closed;

    public long publish(int event) {
      if (closed) {
        return -1;
      }
      published++;
      if (!ended) {
        long unread = queue.stream().filter(Delivery.Event.class::isInstance).count();
        if (unread < 2) {
          queue.add(new Delivery.Event<>(published, event));
        } else if (queue.peekLast()
            instanceof Delivery.Missed<Integer>(long n, long from, long _)) {
          queue.removeLast();
          queue.add(new Delivery.Missed<>(n + 1, from, published));
        } else {
          queue.add(new Delivery.Missed<>(1, published, published));
        }
      }
      return published;
    }

    public Delivery<Integer> poll() {
      if (!queue.isEmpty()) {
        return queue.remove();
      }
      return ended ? new Delivery.Ended<>() : new Delivery.Nothing<>();
    }

    public void closeSubscription() {
      ended = true;
    }

    public void closeBus() {
      ended = true;
      closed = true;
    }
  }
}
