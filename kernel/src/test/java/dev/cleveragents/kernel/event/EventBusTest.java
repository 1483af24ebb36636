package dev.cleveragents.kernel.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.kernel.HeardLog;
import dev.cleveragents.kernel.UnprintableError;
import dev.cleveragents.kernel.event.Delivery.Ended;
import dev.cleveragents.kernel.event.Delivery.Event;
import dev.cleveragents.kernel.event.Delivery.Missed;
import dev.cleveragents.kernel.event.Delivery.Nothing;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EventBusTest {

  private static final Duration NOW = Duration.ZERO;
  private static final Duration LONG = Duration.ofMinutes(5);

  private final EventBus<Object> bus = new EventBus<>();

  @Test
  void positionsGrowByOneFromOneWhoeverListens() {
    assertThat(bus.publish("a")).isEqualTo(1);
    assertThat(bus.publish(2)).isEqualTo(2);
    Subscription<String> strings = bus.subscribe(String.class, 1);
    assertThat(bus.publish(3)).isEqualTo(3);
    strings.close();
    assertThat(bus.publish("d")).isEqualTo(4);
  }

  @Test
  void aSubscriberGetsTheEventsOfItsTypePublishedAfterItSubscribed() throws Exception {
    bus.publish("before");
    Subscription<String> strings = bus.subscribe(String.class, 10);
    Subscription<Object> all = bus.subscribe(Object.class, 10);
    bus.publish("a");
    bus.publish(2);
    bus.publish("c");
    assertThat(read(strings)).containsExactly(new Event<>(2, "a"), new Event<>(4, "c"));
    assertThat(read(all))
        .containsExactly(new Event<>(2, "a"), new Event<>(3, 2), new Event<>(4, "c"));
  }

  @Test
  void aFilterChoosesAmongTheEventsOfAType() throws Exception {
    Subscription<Integer> even = bus.subscribe(Integer.class, number -> number % 2 == 0, 10);
    bus.publish(1);
    bus.publish("not a number");
    bus.publish(2);
    assertThat(read(even)).containsExactly(new Event<>(3, 2));
  }

  @Test
  void whoIsTooSlowIsToldWhatItMissedWhereItMissedIt() throws Exception {
    Subscription<String> slow = bus.subscribe(String.class, 2);
    Subscription<String> quick = bus.subscribe(String.class, 10);
    publish("1", "2", "3", "4", "5");
    assertThat(slow.poll(NOW)).isEqualTo(new Event<>(1, "1"));
    publish("6", "7");
    assertThat(slow.poll(NOW)).isEqualTo(new Event<>(2, "2"));
    assertThat(slow.poll(NOW)).isEqualTo(new Missed<>(3, 3, 5));
    assertThat(slow.poll(NOW)).isEqualTo(new Event<>(6, "6"));
    assertThat(slow.poll(NOW)).isEqualTo(new Missed<>(1, 7, 7));
    assertThat(slow.poll(NOW)).isEqualTo(new Nothing<>());
    assertThat(read(quick)).hasSize(7);
  }

  @Test
  void readingAGapMakesNoRoom() throws Exception {
    Subscription<String> slow = bus.subscribe(String.class, 1);
    publish("1", "2");
    assertThat(read(slow)).containsExactly(new Event<>(1, "1"), new Missed<>(1, 2, 2));

    publish("3", "4");

    assertThat(read(slow)).containsExactly(new Event<>(3, "3"), new Missed<>(1, 4, 4));
  }

  @Test
  void onlyItsOwnEventsAreCountedAsMissed() throws Exception {
    Subscription<String> strings = bus.subscribe(String.class, 1);
    bus.publish("a");
    bus.publish(2);
    bus.publish("c");
    bus.publish(4);
    bus.publish("e");
    assertThat(read(strings)).containsExactly(new Event<>(1, "a"), new Missed<>(2, 3, 5));
  }

  @Test
  void aGapGrowsWithoutBoundInNumberButNotInMemory() throws Exception {
    Subscription<String> slow = bus.subscribe(String.class, 1);
    for (int i = 0; i < 100_000; i++) {
      bus.publish("event");
    }
    assertThat(read(slow))
        .containsExactly(new Event<>(1, "event"), new Missed<>(99_999, 2, 100_000));
  }

  @Test
  void aFilterThatThrowsHarmsNobodyAndTheEventIsReportedAsMissed() throws Exception {
    Subscription<String> broken =
        bus.subscribe(
            String.class,
            event -> {
              if (event.equals("exception")) {
                throw new IllegalStateException("on purpose");
              }
              if (event.equals("error")) {
                throw new AssertionError("on purpose");
              }
              return true;
            },
            10);
    Subscription<String> other = bus.subscribe(String.class, 10);
    publish("a", "exception", "error", "d");
    assertThat(read(broken))
        .containsExactly(new Event<>(1, "a"), new Missed<>(2, 2, 3), new Event<>(4, "d"));
    assertThat(read(other)).hasSize(4);
  }

  @Test
  void aFilterThatThrowsWhatCannotBePrintedHarmsNobody() throws Exception {
    try (HeardLog log = new HeardLog(EventBus.class)) {
      Subscription<String> broken =
          bus.subscribe(
              String.class,
              event -> {
                throw new UnprintableError();
              },
              10);
      Subscription<String> other = bus.subscribe(String.class, 10);
      publish("a");
      assertThat(read(broken)).containsExactly(new Missed<>(1, 1, 1));
      assertThat(read(other)).containsExactly(new Event<>(1, "a"));
      assertThat(log.messages()).singleElement().asString().contains("UnprintableError");
    }
  }

  @Test
  void aFilterMayUseTheBusItself() throws Exception {
    List<Subscription<String>> opened = new ArrayList<>();
    Subscription<String> first =
        bus.subscribe(
            String.class,
            event -> {
              if (opened.isEmpty()) {
                opened.add(bus.subscribe(String.class, 10));
              }
              return true;
            },
            10);
    assertThat(bus.publish("a")).isEqualTo(1);
    assertThat(read(first)).containsExactly(new Event<>(1, "a"));
    assertThat(read(opened.getFirst()))
        .as("it subscribed before the event got its position")
        .containsExactly(new Event<>(1, "a"));
  }

  @Test
  void pollWaitsNoLongerThanItWasTold() throws Exception {
    Subscription<String> idle = bus.subscribe(String.class, 1);
    assertThat(idle.poll(NOW)).isEqualTo(new Nothing<>());
    assertThat(idle.poll(Duration.ofSeconds(-1))).isEqualTo(new Nothing<>());
    assertThat(idle.poll(Duration.ofMillis(1))).isEqualTo(new Nothing<>());
  }

  @Test
  void aWaitingSubscriberIsWokenByAnEvent() throws Exception {
    Subscription<String> waiting = bus.subscribe(String.class, 1);
    FutureTask<Delivery<String>> next =
        waiter(() -> waiting.poll(Duration.ofSeconds(Long.MAX_VALUE)));
    bus.publish("a");
    assertThat(next.get(60, TimeUnit.SECONDS)).isEqualTo(new Event<>(1, "a"));
  }

  @Test
  void everyWaitingThreadIsWokenWhenTheSubscriptionCloses() throws Exception {
    Subscription<String> waiting = bus.subscribe(String.class, 1);
    FutureTask<Delivery<String>> one = waiter(() -> waiting.poll(LONG));
    FutureTask<Delivery<String>> two = waiter(() -> waiting.poll(LONG));
    waiting.close();
    assertThat(one.get(60, TimeUnit.SECONDS)).isEqualTo(new Ended<>());
    assertThat(two.get(60, TimeUnit.SECONDS)).isEqualTo(new Ended<>());
  }

  @Test
  void everySubscriberIsWokenWhenTheBusCloses() throws Exception {
    Subscription<String> strings = bus.subscribe(String.class, 1);
    Subscription<Object> all = bus.subscribe(Object.class, 1);
    FutureTask<Delivery<String>> one = waiter(() -> strings.poll(LONG));
    FutureTask<Delivery<Object>> two = waiter(() -> all.poll(LONG));
    bus.close();
    assertThat(one.get(60, TimeUnit.SECONDS)).isEqualTo(new Ended<>());
    assertThat(two.get(60, TimeUnit.SECONDS)).isEqualTo(new Ended<>());
  }

  @Test
  void anInterruptEndsTheWaitAndTakesNothing() throws Exception {
    Subscription<String> subscription = bus.subscribe(String.class, 1);
    bus.publish("a");
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> subscription.poll(LONG)).isInstanceOf(InterruptedException.class);
    assertThat(subscription.poll(NOW)).isEqualTo(new Event<>(1, "a"));
  }

  @Test
  void whatWasQueuedBeforeTheCloseCanStillBeRead() throws Exception {
    Subscription<String> closedItself = bus.subscribe(String.class, 1);
    Subscription<String> closedWithTheBus = bus.subscribe(String.class, 10);
    publish("a", "b");
    closedItself.close();
    publish("c");
    bus.close();
    assertThat(readToTheEnd(closedItself))
        .containsExactly(new Event<>(1, "a"), new Missed<>(1, 2, 2));
    assertThat(readToTheEnd(closedWithTheBus)).hasSize(3);
  }

  @Test
  void closingTwiceDoesNothingMore() throws Exception {
    Subscription<String> subscription = bus.subscribe(String.class, 1);
    subscription.close();
    subscription.close();
    bus.close();
    bus.close();
    subscription.close();
    assertThat(subscription.poll(NOW)).isEqualTo(new Ended<>());
    assertThat(subscription.poll(LONG)).isEqualTo(new Ended<>());
  }

  @Test
  void theBusForgetsASubscriptionThatIsClosed() {
    List<String> asked = new ArrayList<>();
    Subscription<String> subscription = bus.subscribe(String.class, asked::add, 1);
    bus.publish("a");
    subscription.close();
    bus.publish("b");
    assertThat(asked).containsExactly("a");
  }

  @Test
  void aClosedBusKeepsNoSubscriptionInMemory() {
    WeakReference<Subscription<String>> subscription =
        new WeakReference<>(bus.subscribe(String.class, 1));

    bus.close();

    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              System.gc();
              return subscription.get() == null;
            });
    bus.close();
  }

  @Test
  void aClosedBusRefusesWithTheReason() {
    bus.close();
    assertThatThrownBy(() -> bus.publish("a"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "The event bus is closed: the event was given to nobody; close the bus after its last"
                + " publisher");
    assertThatThrownBy(() -> bus.subscribe(String.class, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("The event bus is closed: nothing would come; subscribe before it is closed");
  }

  @Test
  void aSubscriptionNeedsRoomForOneEvent() {
    assertThatThrownBy(() -> bus.subscribe(String.class, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The capacity of a subscription is 0; give room for 1 event at least");
  }

  private void publish(String... events) {
    for (String event : events) {
      bus.publish(event);
    }
  }

  private static <T> List<Delivery<T>> read(Subscription<T> subscription) throws Exception {
    List<Delivery<T>> read = new ArrayList<>();
    Delivery<T> next = subscription.poll(NOW);
    while (!(next instanceof Nothing)) {
      read.add(next);
      next = subscription.poll(NOW);
    }
    return read;
  }

  private static <T> List<Delivery<T>> readToTheEnd(Subscription<T> subscription) throws Exception {
    List<Delivery<T>> read = new ArrayList<>();
    Delivery<T> next = subscription.poll(NOW);
    while (!(next instanceof Ended)) {
      read.add(next);
      next = subscription.poll(NOW);
    }
    return read;
  }

  /** Starts a thread and returns when it waits. */
  private static <T> FutureTask<T> waiter(Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(call);
    Thread thread = Thread.ofPlatform().daemon().start(task);
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> thread.getState() == Thread.State.TIMED_WAITING);
    return task;
  }
}
