package dev.cleveragents.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.store.Database.Settled;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of units that share a transaction those that cannot be done fail, and no others. */
class FailingCrowdTest {

  private static final int CROWD = 512;

  @TempDir private Path folder;
  private Database database;
  private final AtomicInteger runs = new AtomicInteger();

  /** Stores numbers, and counts how many it is handed. */
  private record Storing(AtomicInteger runs, IntPredicate cannot, boolean blamed)
      implements BatchedWork<Integer, Integer> {
    @Override
    public List<Integer> run(Transaction transaction, List<Integer> numbers) {
      runs.addAndGet(numbers.size());
      for (int i = 0; i < numbers.size(); i++) {
        if (cannot.test(numbers.get(i))) {
          RuntimeException reason = new IllegalArgumentException("not " + numbers.get(i));
          throw blamed ? new UnitFailedException(i, reason) : reason;
        }
        transaction.update("INSERT INTO numbers VALUES (?)", numbers.get(i));
      }
      return numbers;
    }
  }

  @BeforeEach
  void open() {
    database = Database.open("jdbc:sqlite:" + folder.resolve("store.db"));
    database.write(it -> it.update("CREATE TABLE numbers (n BIGINT NOT NULL PRIMARY KEY)"));
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void aFailingBatchIsNotRetriedForEachOfItsUnits() {
    List<Settled<Integer>> settled = stored(number -> true, true);
    assertThat(settled).allSatisfy(it -> assertThat(it.failure()).isNotNull());
    assertThat(runs.get()).as("runs of %d units", CROWD).isLessThan(CROWD * 24);
  }

  @Test
  void unitsThatSucceedAreStoredOnce() {
    assertOnlyThirdsFail(stored(number -> number % 3 == 0, true));
  }

  @Test
  void anErrorOfNoParticularUnitFailsOnlyUnitsThatMeetItAlone() {
    assertOnlyThirdsFail(stored(number -> number % 3 == 0, false));
  }

  private List<Settled<Integer>> stored(IntPredicate cannot, boolean blamed) {
    List<Integer> numbers = IntStream.range(0, CROWD).boxed().toList();
    return database.submitEach(new Storing(runs, cannot, blamed), numbers);
  }

  private void assertOnlyThirdsFail(List<Settled<Integer>> settled) {
    for (int number = 0; number < CROWD; number++) {
      assertThat(settled.get(number).failure() == null).isEqualTo(number % 3 != 0);
    }
    List<Integer> kept =
        database.read(it -> it.query("SELECT n FROM numbers ORDER BY n", row -> row.getInt(1)));
    assertThat(kept)
        .isEqualTo(IntStream.range(0, CROWD).filter(it -> it % 3 != 0).boxed().toList());
  }
}
