package dev.cleveragents.kernel.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.Race;
import dev.cleveragents.kernel.Race.Body;
import dev.cleveragents.kernel.Race.Round;
import dev.cleveragents.kernel.event.Delivery.Ended;
import dev.cleveragents.kernel.event.Delivery.Event;
import dev.cleveragents.kernel.event.Delivery.Missed;
import dev.cleveragents.kernel.event.Delivery.Nothing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Real threads that publish, read and close at the same time. */
class EventBusStressTest {

  private static final Duration LONG = Duration.ofSeconds(30);

  /** An event that knows who published it and as which of its own. */
  private record Numbered(int publisher, int number) {}

  @Test
  void everySubscriberAccountsForEveryEventInOneOrder() throws Exception {
    int publishers = 3;
    int events = 20_000;
    EventBus<Numbered> bus = new EventBus<>();
    List<Reader> readers = new ArrayList<>();
    for (int capacity : new int[] {1, 16, 1_000, publishers * events}) {
      readers.add(new Reader(bus.subscribe(Numbered.class, capacity)));
    }
    AtomicInteger publishing = new AtomicInteger(publishers);
    List<Body> bodies = new ArrayList<>(readers);
    for (int i = 0; i < publishers; i++) {
      int publisher = i;
      bodies.add(
          () -> {
            for (int number = 0; number < events; number++) {
              bus.publish(new Numbered(publisher, number));
            }
            if (publishing.decrementAndGet() == 0) {
              bus.close();
            }
          });
    }
    Race.rounds(
        1,
        () ->
            new Round(
                bodies,
                () -> {
                  for (Reader reader : readers) {
                    assertThat(reader.received + reader.missed)
                        .isEqualTo((long) publishers * events);
                  }
                  assertThat(readers.getLast().missed).isZero();
                }));
  }

  /** Reads to the end and checks that positions have no hole that it was not told of. */
  private static final class Reader implements Body {
    private final Subscription<Numbered> subscription;
    private final int[] last = {-1, -1, -1};
    private long position;
    private long received;
    private long missed;

    private Reader(Subscription<Numbered> subscription) {
      this.subscription = subscription;
    }

    @Override
    public void run() throws Exception {
      while (true) {
        switch (subscription.poll(LONG)) {
          case Event<Numbered>(long at, Numbered event) -> {
            assertThat(at).isEqualTo(position + 1);
            assertThat(event.number()).isGreaterThan(last[event.publisher()]);
            last[event.publisher()] = event.number();
            position = at;
            received++;
          }
          case Missed<Numbered>(long count, long from, long to) -> {
            assertThat(from).isEqualTo(position + 1);
            assertThat(count).isEqualTo(to - from + 1);
            position = to;
            missed += count;
          }
          case Nothing<Numbered> nothing -> throw new AssertionError("nothing for " + LONG);
          case Ended<Numbered> ended -> {
            return;
          }
        }
      }
    }
  }

  @Test
  void closingTheBusRacesSafelyWithPublishingAndReading() throws Exception {
    Race.rounds(
        1_000,
        () -> {
          EventBus<String> bus = new EventBus<>();
          Subscription<String> subscription = bus.subscribe(String.class, 1_000);
          AtomicLong accepted = new AtomicLong();
          AtomicLong received = new AtomicLong();
          return new Round(
              () -> {
                assertThat(accepted.get()).isEqualTo(received.get());
              },
              () -> {
                try {
                  for (int i = 0; i < 20; i++) {
                    accepted.set(bus.publish("event"));
                  }
                } catch (IllegalStateException closed) {
                  assertThat(closed).hasMessageContaining("closed");
                }
              },
              () -> {
                while (subscription.poll(LONG) instanceof Event<String> event) {
                  received.set(event.position());
                }
              },
              bus::close);
        });
  }

  @Test
  void closingASubscriptionRacesSafelyWithPublishingAndReading() throws Exception {
    Race.rounds(
        1_000,
        () -> {
          EventBus<String> bus = new EventBus<>();
          Subscription<String> closing = bus.subscribe(String.class, 1_000);
          Subscription<String> staying = bus.subscribe(String.class, 1_000);
          AtomicLong last = new AtomicLong();
          return new Round(
              () -> {
                long stayed = 0;
                while (staying.poll(Duration.ZERO) instanceof Event<String> event) {
                  assertThat(event.position()).isEqualTo(++stayed);
                }
                assertThat(stayed).isEqualTo(20);
              },
              () -> {
                for (int i = 0; i < 20; i++) {
                  bus.publish("event");
                }
              },
              () -> {
                Delivery<String> next = closing.poll(LONG);
                while (next instanceof Event<String> event) {
                  assertThat(event.position()).isEqualTo(last.incrementAndGet());
                  next = closing.poll(LONG);
                }
                assertThat(next).isInstanceOf(Ended.class);
              },
              closing::close);
        });
  }

  @Test
  void subscribingRacesSafelyWithPublishing() throws Exception {
    Race.rounds(
        1_000,
        () -> {
          EventBus<String> bus = new EventBus<>();
          List<Subscription<String>> late = new ArrayList<>();
          return new Round(
              () -> {
                // Whenever it came, from there on it has everything.
                List<Long> positions = new ArrayList<>();
                while (late.getFirst().poll(Duration.ZERO) instanceof Event<String> event) {
                  positions.add(event.position());
                }
                for (int i = 0; i < positions.size(); i++) {
                  assertThat(positions.get(i)).isEqualTo(20 - positions.size() + 1 + i);
                }
              },
              () -> {
                for (int i = 0; i < 20; i++) {
                  bus.publish("event");
                }
              },
              () -> late.add(bus.subscribe(String.class, 1_000)));
        });
  }

  @Test
  void severalReadersShareOneSubscription() throws Exception {
    int events = 10_000;
    EventBus<Integer> bus = new EventBus<>();
    Subscription<Integer> shared = bus.subscribe(Integer.class, events);
    AtomicLong sum = new AtomicLong();
    Body reader =
        () -> {
          while (shared.poll(LONG) instanceof Event<Integer> event) {
            sum.addAndGet(event.position());
          }
        };
    Body publisher =
        () -> {
          for (int i = 0; i < events; i++) {
            bus.publish(i);
          }
          bus.close();
        };
    Race.rounds(
        1,
        () ->
            new Round(
                () -> assertThat(sum).hasValue(events * (events + 1L) / 2),
                reader,
                reader,
                publisher));
  }
}
