package dev.cleveragents.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.store.connection.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left to the end of a transaction: once, together, and exactly if its unit is stored. */
class LastWritesTest {

  @TempDir private Path folder;
  private Database database;
  private final List<List<Long>> written = Collections.synchronizedList(new ArrayList<>());
  private final Transaction.Last<Long> writer = this::write;

  @BeforeEach
  void open() {
    database = Database.open("jdbc:sqlite:" + folder.resolve("store.db"));
    database.write(transaction -> transaction.update("CREATE TABLE things (n INTEGER)"));
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void write(Transaction transaction, List<Long> things) {
    written.add(things);
    List<@Nullable Object[]> rows = new ArrayList<>();
    things.forEach(thing -> rows.add(new @Nullable Object[] {thing}));
    transaction.batch("INSERT INTO things (n) VALUES (?)", rows);
  }

  private List<Long> stored() {
    return database.read(
        transaction -> transaction.query("SELECT n FROM things ORDER BY n", row -> row.getLong(1)));
  }

  private int leave(long thing) {
    return database.write(
        transaction -> {
          transaction.leaveToLast(writer, thing);
          if (thing < 0) {
            throw new IllegalArgumentException("not that");
          }
          return 1;
        });
  }

  @Test
  void deferredWritesOfManyUnitsAreWrittenTogetherWithoutThoseOfAFailedUnit() throws Exception {
    int many = 20;
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newFixedThreadPool(many + 1)) {
      Future<Integer> first =
          threads.submit(
              () ->
                  database.write(
                      _ -> {
                        busy.countDown();
                        return awaitQuietly(go) ? 1 : 0;
                      }));
      assertThat(busy.await(30, TimeUnit.SECONDS)).isTrue();
      List<Thread> waiting = new CopyOnWriteArrayList<>();
      List<Future<Integer>> units =
          IntStream.range(0, many)
              .mapToObj(
                  i ->
                      threads.submit(
                          () -> {
                            waiting.add(Thread.currentThread());
                            return leave(i == 7 ? -7 : i);
                          }))
              .toList();
      // They gather behind the one that is busy.
      Awaitility.await()
          .atMost(Duration.ofSeconds(25))
          .until(
              () ->
                  waiting.size() == many
                      && waiting.stream()
                          .allMatch(it -> it.getState() == Thread.State.TIMED_WAITING));
      go.countDown();
      first.get(30, TimeUnit.SECONDS);
      for (int i = 0; i < many; i++) {
        Future<Integer> unit = units.get(i);
        if (i == 7) {
          assertThatThrownBy(() -> unit.get(30, TimeUnit.SECONDS))
              .hasRootCauseInstanceOf(IllegalArgumentException.class);
        } else {
          unit.get(30, TimeUnit.SECONDS);
        }
      }
    }
    assertThat(stored())
        .isEqualTo(IntStream.range(0, many).filter(i -> i != 7).mapToObj(Long::valueOf).toList());
    assertThat(written).as("fewer messages than units").hasSizeLessThan(many - 1);
  }

  @Test
  void aDeferredWriteOfARolledBackPartIsNotWritten() {
    int answer =
        database.write(
            transaction -> {
              transaction.leaveToLast(writer, 1L);
              try {
                transaction.partly(
                    () -> {
                      transaction.leaveToLast(writer, 2L);
                      throw new IllegalStateException("taken back");
                    });
              } catch (IllegalStateException e) {
                transaction.leaveToLast(writer, 3L);
              }
              return 1;
            });
    assertThat(answer).isEqualTo(1);
    assertThat(stored()).containsExactly(1L, 3L);
  }

  @Test
  void aFailingWriteFailsItsUnitAndStoresNothingOfIt() {
    Transaction.Last<Long> broken =
        (transaction, _) -> transaction.update("INSERT INTO nowhere VALUES (1)");
    assertThatThrownBy(
            () ->
                database.write(
                    transaction -> {
                      transaction.update("INSERT INTO things (n) VALUES (9)");
                      transaction.leaveToLast(broken, 1L);
                      return 1;
                    }))
        .isInstanceOf(StoreException.class);
    assertThat(stored()).isEmpty();
    assertThat(leave(5)).isEqualTo(1);
    assertThat(stored()).containsExactly(5L);
  }

  private static boolean awaitQuietly(CountDownLatch latch) {
    try {
      return latch.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
