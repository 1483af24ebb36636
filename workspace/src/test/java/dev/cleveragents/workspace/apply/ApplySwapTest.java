package dev.cleveragents.workspace.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.apply.ApplyRepository.Edits;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.Applied;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.GitTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A folder of the user becomes a link to somewhere else while a plan is applied, after it was
 * checked: nothing there is taken, replaced or added.
 */
class ApplySwapTest {

  @TempDir Path folder;
  private ApplyFixture fixture;
  private ApplyRepository repository;
  private GitTarget target;
  private Path outside;

  @BeforeEach
  void open() throws Exception {
    fixture = new ApplyFixture(folder);
    repository = ApplyRepository.with(folder.resolve("repo"));
    repository.write("dir/old", "old\n");
    repository.git("add", "-A");
    repository.git("commit", "-qm", "a folder");
    target =
        repository.target(
            fixture.plan, Edits.of().put("dir/old", "the plan's\n").put("dir/new", "n\n"));
    outside = Files.createDirectories(folder.resolve("outside"));
    // The very bytes that the plan began with: only the way to them is wrong.
    Files.writeString(outside.resolve("old"), "old\n");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void nothingIsTakenFromOrPutWhereALinkLeads(int which) throws Exception {
    AtomicInteger seen = new AtomicInteger();
    Applied applied =
        (Applied)
            fixture
                .service(
                    step -> {
                      if (step == ApplyStep.FOLDERS_CHECKED && seen.incrementAndGet() == which) {
                        swap();
                      }
                    })
                .apply(fixture.request(target), CancellationToken.none());
    assertThat(seen.get()).isGreaterThanOrEqualTo(which);
    assertThat(applied.kept()).isNotEmpty();
    try (Stream<Path> all = Files.list(outside)) {
      assertThat(all).containsExactly(outside.resolve("old"));
    }
    assertThat(outside.resolve("old")).hasContent("old\n");
  }

  private void swap() {
    try {
      Path place = repository.root.resolve("dir");
      Files.move(place, folder.resolve("away"));
      Files.createSymbolicLink(place, outside);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
