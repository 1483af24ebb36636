package dev.cleveragents.kernel.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UlidTest {

  private final ManualTime time = new ManualTime();
  private final UlidGenerator generator = new UlidGenerator(time, new Random(7));

  @Test
  void textAndValueAreTheSameThing() {
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      Ulid ulid = new Ulid(random.nextLong(), random.nextLong());
      assertThat(ulid.toString()).hasSize(26);
      assertThat(Ulid.parse(ulid.toString())).isEqualTo(ulid);
      assertThat(Ulid.parse(ulid.toString().toLowerCase(Locale.ROOT))).isEqualTo(ulid);
    }
  }

  @Test
  void textOrderIsValueOrder() {
    Random random = new Random(2);
    for (int i = 0; i < 10_000; i++) {
      Ulid a = new Ulid(random.nextLong(), random.nextLong());
      Ulid b =
          random.nextBoolean()
              ? new Ulid(a.high(), random.nextLong())
              : new Ulid(random.nextLong(), 0);
      assertThat(Integer.signum(a.compareTo(b)))
          .isEqualTo(Integer.signum(a.toString().compareTo(b.toString())));
    }
  }

  /** The first 48 bits are the milliseconds at which it was made. */
  private static Instant timeOf(Ulid id) {
    return Instant.ofEpochMilli(id.high() >>> 16);
  }

  @Test
  void itTellsWhenItWasMade() {
    assertThat(timeOf(generator.next())).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
  }

  @Test
  void oneThatIsMadeLaterTellsTheLaterTime() {
    Ulid first = generator.next();
    time.advance(Duration.ofMillis(1));
    Ulid second = generator.next();
    time.advance(Duration.ofHours(1));

    assertThat(Duration.between(timeOf(first), timeOf(second))).isEqualTo(Duration.ofMillis(1));
    assertThat(Duration.between(timeOf(second), timeOf(generator.next())))
        .isEqualTo(Duration.ofHours(1));
  }

  @Test
  void theCharacterThatIsWrongIsCountedFromOne() {
    assertThatThrownBy(() -> Ulid.parse("01ARZ3NDEKTSV4RRFFQ69G5F-V"))
        .hasMessageContaining("character 25 of");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "01ARZ3NDEKTSV4RRFFQ69G5FA",
        "01ARZ3NDEKTSV4RRFFQ69G5FAVX",
        "01ARZ3NDEKTSV4RRFFQ69G5FAU",
        "81ARZ3NDEKTSV4RRFFQ69G5FAV",
        "01ARZ3NDEKTSV4RRFFQ69G5F-V"
      })
  void whatIsNoUlidIsRefused(String text) {
    assertThatThrownBy(() -> Ulid.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'");
  }

  @Test
  void identifiersGrowWithinAMillisecondAndWhenTheClockJumpsBack() {
    List<Ulid> made = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      if (i == 300) {
        time.jumpWallClock(Duration.ofHours(-5));
      }
      if (i == 600) {
        time.jumpWallClock(Duration.ofHours(9));
      }
      made.add(generator.next());
    }
    assertThat(made).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void theSuccessorCarriesIntoTheUpperHalf() {
    assertThat(new Ulid(5, -1L).next()).isEqualTo(new Ulid(6, 0));
  }

  @Test
  void manyThreadsNeverGetTheSameOne() throws Exception {
    int threads = 8;
    int each = 5_000;
    ConcurrentLinkedQueue<Ulid> made = new ConcurrentLinkedQueue<>();
    CyclicBarrier start = new CyclicBarrier(threads);
    List<Thread> running = new ArrayList<>();
    UlidGenerator shared = UlidGenerator.system();
    for (int t = 0; t < threads; t++) {
      running.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      start.await();
                    } catch (Exception e) {
                      throw new IllegalStateException(e);
                    }
                    for (int i = 0; i < each; i++) {
                      made.add(shared.next());
                    }
                  }));
    }
    for (Thread thread : running) {
      thread.join();
    }
    Set<Ulid> distinct = new HashSet<>(made);
    assertThat(distinct).hasSize(threads * each);
  }
}
