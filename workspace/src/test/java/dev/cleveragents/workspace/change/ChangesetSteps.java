package dev.cleveragents.workspace.change;

import static dev.cleveragents.workspace.change.Samples.ORIGIN;
import static dev.cleveragents.workspace.change.Samples.contents;
import static dev.cleveragents.workspace.change.Samples.creation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.Race;
import dev.cleveragents.kernel.Race.Round;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.TestStore;
import io.cucumber.java.After;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The steps of {@code changeset.feature}. Public for Cucumber. */
public final class ChangesetSteps {

  private static final Duration DEADLINE = Duration.ofMinutes(1);

  private final AtomicReference<Recording.@Nullable Started> others = new AtomicReference<>();
  private final List<List<String>> found = new ArrayList<>();
  private @Nullable Path folder;
  private @Nullable TestStore store;
  private @Nullable Lease lease;
  private @Nullable PlanExecutionContext context;
  private @Nullable ChangesetHandle handle;
  private @Nullable Recording recording;
  private Recording.@Nullable Started first;

  @After
  public void close() throws IOException {
    if (store != null) {
      store.close();
    }
    if (folder != null) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  @Given("the original's execution context")
  public void theOriginal() {
    recording = Recording.original();
  }

  @Given("^our execution context on (SQLite|PostgreSQL)$")
  public void ours(String database) throws IOException {
    folder = Files.createTempDirectory("changeset");
    TestStore opened =
        TestStore.open(
            database.equals("SQLite") ? TestStore.Kind.SQLITE : TestStore.Kind.POSTGRESQL, folder);
    store = opened;
    recording = Recording.ours(opened);
    lease = opened.newLease();
    context =
        new PlanExecutionContext(
            opened.database(), opened.jobs(), opened.ids(), opened.newPlan(), lease);
  }

  @When("one thread starts a changeset")
  public void oneStarts() {
    first = Objects.requireNonNull(recording).start();
    if (context != null) {
      handle = context.startChangeset(1);
    }
  }

  @When("another thread starts a changeset before the first one records")
  public void anotherStarts() throws InterruptedException {
    Thread other =
        Thread.ofPlatform()
            .daemon()
            .start(() -> others.set(Objects.requireNonNull(recording).start()));
    assertThat(other.join(DEADLINE)).isTrue();
  }

  @When("the first thread records a change")
  public void theFirstRecords() {
    Objects.requireNonNull(first).record("README.md");
  }

  @Then("the change is in the changeset of the first thread")
  public void theChangeIsWhereItBelongs() {
    assertThat(Objects.requireNonNull(first).paths()).containsExactly("README.md");
  }

  @Then("the changeset of the other thread is empty")
  public void theOtherIsEmpty() {
    assertThat(Objects.requireNonNull(others.get()).paths()).isEmpty();
  }

  @When("^(\\d+) threads each start a changeset, wait for each other and record (\\d+) changes$")
  public void threadsRecord(int threads, int changes) throws Exception {
    CyclicBarrier allStarted = new CyclicBarrier(threads);
    List<Race.Body> bodies = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int thread = i;
      found.add(List.of());
      bodies.add(
          () -> {
            Recording.Started mine = Objects.requireNonNull(recording).start();
            allStarted.await(DEADLINE.toSeconds(), TimeUnit.SECONDS);
            pathsOf(thread, changes).forEach(mine::record);
            found.set(thread, mine.paths());
          });
    }
    Race.rounds(1, () -> new Round(bodies, () -> assertThat(found).hasSize(threads)));
  }

  @Then("every changeset holds exactly the changes of its own thread, in their order")
  public void everyChangesetHoldsItsOwn() {
    for (int thread = 0; thread < found.size(); thread++) {
      assertThat(found.get(thread)).isEqualTo(pathsOf(thread, 10));
    }
  }

  private static List<String> pathsOf(int thread, int changes) {
    return IntStream.range(0, changes).mapToObj(i -> thread + "/" + i).toList();
  }

  @When("the first thread completes it")
  public void theFirstCompletes() {
    Objects.requireNonNull(handle).complete(Effects.none());
  }

  @When("another worker takes over the plan")
  public void anotherTakesOver() {
    Objects.requireNonNull(store).takeOver(Objects.requireNonNull(lease));
  }

  @Then("a change that comes later is refused")
  public void aLaterChangeIsRefused() {
    assertThatThrownBy(
            () ->
                Samples.record(
                    Objects.requireNonNull(handle), creation("a", "x"), contents("x"), ORIGIN))
        .isInstanceOf(OperationException.class);
  }

  @Then("completing it again is refused")
  public void completingAgainIsRefused() {
    assertThatThrownBy(() -> Objects.requireNonNull(handle).complete(Effects.none()))
        .isInstanceOf(OperationException.class);
  }
}
