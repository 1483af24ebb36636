package dev.cleveragents.exec.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.exec.tree.ProcessTable.Entry;
import dev.cleveragents.exec.tree.ProcessTable.Found;
import dev.cleveragents.exec.tree.ProcessTable.Shows;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** A search ends when every process has shown what it is, and not before; or after its time. */
class ProcessSearchTest {

  private long nanos;
  private int looks;

  private static Optional<Found> proven(Entry entry) {
    return Optional.of(new Found(entry, ProcessHandle.current()));
  }

  private static Entry shown(long pid, String mark) {
    return new Entry(pid, 1, pid, pid, 7, mark, Shows.ALL);
  }

  private static Entry hidden(long pid) {
    return new Entry(pid, 1, pid, pid, 7, null, Shows.NOT_YET);
  }

  private List<Found> search(
      IntFunction<List<Entry>> table, Function<Entry, Optional<Found>> prove) {
    return new ProcessSearch(() -> table.apply(++looks), prove, () -> nanos)
        .find(entry -> "ours".equals(entry.mark()));
  }

  @Test
  void whoShowsNothingForLongIsFoundWhenItDoes() {
    List<Found> found =
        search(
            look -> List.of(look < 300 ? hidden(42) : shown(42, "ours")),
            ProcessSearchTest::proven);
    assertThat(found).extracting(one -> one.entry().pid()).containsExactly(42L);
    assertThat(looks).isEqualTo(300);
  }

  @Test
  void whoSaysThatItHasNoEnvironmentIsBelievedWhenItSaysSoOften() {
    Entry empty = new Entry(42, 1, 42, 42, 7, null, Shows.NONE);
    assertThat(
            search(
                look -> List.of(look < 20 ? empty : shown(42, "ours")), ProcessSearchTest::proven))
        .hasSize(1);
    looks = 0;
    assertThat(search(_ -> List.of(empty), ProcessSearchTest::proven)).isEmpty();
    assertThat(looks).isEqualTo(20);
  }

  @Test
  void whoOnceShowedThatItIsAnothersIsWaitedForNoLonger() {
    assertThat(
            search(
                look -> List.of(look == 2 ? shown(42, "theirs") : hidden(42)),
                ProcessSearchTest::proven))
        .isEmpty();
    assertThat(looks).isEqualTo(2);
  }

  @Test
  void oneThatHasTheIdOfAnotherIsNotTakenForIt() {
    Entry later = new Entry(42, 1, 42, 42, 8, "ours", Shows.ALL);
    Entry laterHidden = new Entry(42, 1, 42, 42, 8, null, Shows.NOT_YET);
    List<List<Entry>> tables =
        List.of(List.of(shown(42, "theirs"), hidden(43)), List.of(laterHidden), List.of(later));
    assertThat(search(look -> tables.get(look - 1), ProcessSearchTest::proven)).hasSize(1);
  }

  @Test
  void oneOfOursThatIsGoneBeforeItIsProvenMayHaveLeftAnother() {
    List<Found> found =
        search(
            look -> List.of(shown(40 + look, "ours")),
            entry -> entry.pid() < 45 ? Optional.empty() : proven(entry));
    assertThat(found).extracting(one -> one.entry().pid()).containsExactly(45L);
  }

  @Test
  void aTableWhereAllIsPlainIsLookedAtOnce() {
    assertThat(search(_ -> List.of(shown(42, "theirs")), ProcessSearchTest::proven)).isEmpty();
    assertThat(looks).isEqualTo(1);
  }

  @Test
  void aSearchEndsAfterASecond() {
    List<Found> found =
        search(
            _ -> {
              nanos += TimeUnit.MILLISECONDS.toNanos(60);
              return List.of(hidden(42));
            },
            ProcessSearchTest::proven);
    assertThat(found).isEmpty();
    assertThat(looks).isEqualTo(17);
  }

  @Test
  void aSecondInWhichThisProcessStoodStillEndsNoSearch() {
    List<Found> found =
        search(
            look -> {
              nanos += TimeUnit.SECONDS.toNanos(look == 1 ? 5 : 0);
              return List.of(look < 5 ? hidden(42) : shown(42, "ours"));
            },
            ProcessSearchTest::proven);
    assertThat(found).hasSize(1);
  }
}
