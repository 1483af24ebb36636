package dev.cleveragents.workspace.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.BindMount;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.apply.ApplyRepository.Edits;
import dev.cleveragents.workspace.apply.request.ApplyOutcome;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.Applied;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.ApplyRefused;
import dev.cleveragents.workspace.apply.request.ApplyRequest;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.ApplyTarget;
import dev.cleveragents.workspace.apply.request.DirectoryTarget;
import dev.cleveragents.workspace.apply.request.GitTarget;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.FileMode;
import dev.cleveragents.workspace.change.FileState;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that the system does not let be replaced: found before the COMMIT, or all is put back. */
class ApplyUnreplaceableTest {

  @TempDir Path folder;
  private ApplyFixture fixture;
  private ApplyRepository repository;
  private ApplyRepository second;
  private Path above;
  private Path docs;
  private final List<AutoCloseable> blocks = new ArrayList<>();

  @BeforeEach
  void open() throws Exception {
    fixture = new ApplyFixture(folder);
    repository = ApplyRepository.with(folder.resolve("repo"));
    second = ApplyRepository.with(folder.resolve("second"));
    above = folder.resolve("above");
    docs = Files.createDirectories(above.resolve("docs"));
    Files.writeString(docs.resolve("a"), "a\n");
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable block : blocks) {
      block.close();
    }
    fixture.close();
  }

  private GitTarget target() throws Exception {
    return repository.target(
        fixture.plan,
        Edits.of()
            .put("a", "new\n")
            .put("b", "new\n")
            .put("n/ew", "new\n")
            .delete("folder/c")
            .put("folder", "now a file\n"));
  }

  private GitTarget secondTarget() throws Exception {
    String base = second.head();
    Edits edits = Edits.of().put("a", "new\n").put("b", "new\n");
    return new GitTarget(
        second.resource("second"),
        "refs/heads/main",
        base,
        second.result(fixture.plan, base, edits));
  }

  private DirectoryTarget docsTarget() {
    byte[] bytes = "new\n".getBytes(StandardCharsets.UTF_8);
    return new DirectoryTarget(
        Resource.of(Name.of("docs"), ResourceType.FS_DIRECTORY, docs),
        List.of(
            Change.modify(
                "docs",
                "a",
                FileState.of("a\n".getBytes(StandardCharsets.UTF_8), FileMode.REGULAR),
                FileState.of(bytes, FileMode.REGULAR))),
        _ -> Optional.of(bytes));
  }

  private ApplyOutcome applyWith(ApplyStep.Listener steps, ApplyTarget... targets)
      throws InterruptedException {
    return fixture.service(steps).apply(fixture.request(targets), CancellationToken.none());
  }

  /** Makes a file immutable when a step is reached for the first time. */
  private ApplyStep.Listener blocking(ApplyStep when, Path... files) {
    return step -> {
      if (step == when && blocks.isEmpty()) {
        for (Path file : files) {
          blocks.add(ImmutableFile.make(file));
        }
      }
    };
  }

  private static void assertNames(ApplyOutcome outcome, String path, String why) {
    assertThat(((ApplyRefused) outcome).overlaps())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.path()).isEmpty();
              assertThat(it.why()).contains(path).contains(why);
            });
  }

  @Test
  void an_immutable_file_is_found_before_anything_changes() throws Exception {
    GitTarget target = target();
    Map<String, String> before = repository.everything();
    try (ImmutableFile immutable = ImmutableFile.make(repository.root.resolve("b"))) {
      List<ApplyStep> seen = new ArrayList<>();
      assertNames(applyWith(seen::add, target), immutable.file().toString(), "cannot be replaced");
      assertThat(seen).doesNotContain(ApplyStep.COMMITTED);
      assertThat(repository.everything()).isEqualTo(before);
    }
    assertThat(fixture.apply(target)).isInstanceOf(Applied.class);
    assertThat(repository.status()).isEmpty();
  }

  @Test
  void a_mounted_file_and_a_mounted_folder_are_found_before_anything_changes() throws Exception {
    GitTarget target = target();
    Path folderOfNew = Files.createDirectories(repository.root.resolve("n"));
    Path other = Files.createDirectories(folder.resolve("other"));
    for (Path place : List.of(repository.root.resolve("b"), folderOfNew)) {
      Path what =
          Files.isDirectory(place) ? other : Files.copy(place, other.resolve("copy of the file"));
      Map<String, String> before = repository.everything();
      try (BindMount mount = BindMount.of(what, place)) {
        List<ApplyStep> seen = new ArrayList<>();
        assertNames(applyWith(seen::add, target), mount.place().toString(), "is a mount point");
        assertThat(seen).doesNotContain(ApplyStep.COMMITTED);
      }
      assertThat(repository.everything()).isEqualTo(before);
    }
    assertThat(fixture.apply(target)).isInstanceOf(Applied.class);
  }

  @Test
  void an_immutable_file_of_a_directory_is_found_too() throws Exception {
    DirectoryTarget target = docsTarget();
    try (ImmutableFile immutable = ImmutableFile.make(docs.resolve("a"))) {
      assertNames(fixture.apply(target), immutable.file().toString(), "cannot be replaced");
    }
    assertThat(docs.resolve("a")).hasContent("a\n");
    assertThat(fixture.apply(target)).isInstanceOf(Applied.class);
  }

  @Test
  void one_that_turns_up_after_the_commit_puts_all_resources_back() throws Exception {
    GitTarget one = target();
    GitTarget two = secondTarget();
    DirectoryTarget three = docsTarget();
    Map<String, String> before = repository.everything();
    Map<String, String> beforeSecond = second.everything();
    Map<String, String> beforeDocs = ApplyRepository.everything(above);
    Path late = second.root.resolve("b");

    ApplyOutcome outcome = applyWith(blocking(ApplyStep.COMMITTED, late), three, one, two);

    assertNames(outcome, late.toString(), "cannot be replaced");
    assertThat(repository.everything()).isEqualTo(before);
    assertThat(second.everything()).isEqualTo(beforeSecond);
    assertThat(ApplyRepository.everything(above)).isEqualTo(beforeDocs);
    assertThat(fixture.recover().problems()).isEmpty();
    close(blocks);
    assertThat(fixture.apply(three, one, two)).isInstanceOf(Applied.class);
    assertThat(repository.status()).isEmpty();
    assertThat(second.status()).isEmpty();
    assertThat(docs.resolve("a")).hasContent("new\n");
  }

  @Test
  void after_a_death_recovery_puts_back_what_it_cannot_finish() throws Exception {
    GitTarget target = target();
    Map<String, String> before = repository.everything();
    ApplyRequest request = fixture.request(target);
    assertThatThrownBy(
            () ->
                fixture
                    .service(SimulatedCrash.at(ApplyStep.FILE_PUT_IN))
                    .apply(request, CancellationToken.none()))
        .isInstanceOf(SimulatedCrash.Death.class);
    fixture.jobs.closeSession(request.lease().session());
    try (ImmutableFile _ = ImmutableFile.make(repository.root.resolve("b"))) {
      ApplyRecovery.Recovered recovered = fixture.recover();
      assertThat(recovered.problems()).isEmpty();
      assertThat(recovered.undone()).containsExactly(fixture.plan);
    }
    assertThat(repository.everything()).isEqualTo(before);
    assertThat(fixture.apply(target)).isInstanceOf(Applied.class);
  }

  @Test
  void what_cannot_be_put_back_is_named_and_the_next_apply_does_it() throws Exception {
    GitTarget target = target();
    Path swapped = repository.root.resolve("a");
    Path late = repository.root.resolve("b");
    Map<String, String> before = repository.everything();

    assertThatThrownBy(
            () ->
                applyWith(
                    blocking(ApplyStep.FILE_PUT_IN, repository.root.resolve("a"), late), target))
        .isInstanceOfSatisfying(
            OperationException.class,
            it -> {
              assertThat(it).hasMessageContaining(swapped.toString());
              assertThat(it.next())
                  .isEqualTo(NextAction.of(NextAction.Verb.APPLY_PLAN, fixture.plan));
            });
    assertThat(repository.locks()).isEmpty();
    assertThat(repository.read("folder/c")).isEqualTo("c\n");

    close(blocks);
    assertThat(fixture.recover().undone()).containsExactly(fixture.plan);
    assertThat(repository.everything()).isEqualTo(before);
    assertThat(fixture.apply(target)).isInstanceOf(Applied.class);
  }

  @Test
  void a_death_while_files_are_put_back_is_recovered_from() throws Exception {
    GitTarget target = target();
    Map<String, String> before = repository.everything();
    ApplyRequest request = fixture.request(target);
    ApplyStep.Listener block = blocking(ApplyStep.COMMITTED, repository.root.resolve("b"));
    int[] takenOut = {0};
    // Taken out before: folder/c and a; the third is the new a.
    ApplyStep.Listener deadly =
        step -> {
          block.reached(step);
          if (step == ApplyStep.FILE_TAKEN_OUT && ++takenOut[0] == 3) {
            throw new SimulatedCrash.Death("while restoring");
          }
        };
    assertThatThrownBy(() -> fixture.service(deadly).apply(request, CancellationToken.none()))
        .isInstanceOf(SimulatedCrash.Death.class);
    assertThat(repository.has("a")).isFalse();
    fixture.jobs.closeSession(request.lease().session());

    assertThat(fixture.recover().undone()).containsExactly(fixture.plan);

    assertThat(repository.everything()).isEqualTo(before);
    assertThat(repository.locks()).isEmpty();
    close(blocks);
    assertThat(fixture.apply(target)).isInstanceOf(Applied.class);
  }

  private static void close(List<AutoCloseable> blocks) throws Exception {
    for (AutoCloseable block : blocks) {
      block.close();
    }
  }
}
