package dev.cleveragents.workspace.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.Sha256;
import dev.cleveragents.workspace.apply.journal.JournalDirectory;
import dev.cleveragents.workspace.apply.journal.JournalStore;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.Applied;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.ApplyRefused;
import dev.cleveragents.workspace.apply.request.ApplyRequest;
import dev.cleveragents.workspace.apply.request.ApplyStep;
import dev.cleveragents.workspace.apply.request.DirectoryTarget;
import dev.cleveragents.workspace.apply.request.GitTarget;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.FileMode;
import dev.cleveragents.workspace.change.FileState;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApplyToDirectoryTest {

  /** How many steps this apply has. */
  private static final int ALL = 23;

  @TempDir Path folder;
  private final Map<String, byte[]> contents = new HashMap<>();
  private ApplyFixture fixture;
  private Path outside;
  private Path root;

  @BeforeEach
  void open() throws Exception {
    fixture = new ApplyFixture(folder);
    outside = Files.createDirectories(folder.resolve("outside"));
    root = Files.createDirectories(outside.resolve("docs"));
    Files.writeString(root.resolve("a"), "a\n");
    Files.setPosixFilePermissions(root.resolve("a"), PosixFilePermissions.fromString("rw-------"));
    Files.writeString(root.resolve("b"), "b\n");
    Files.createDirectories(root.resolve("folder"));
    Files.writeString(root.resolve("folder/c"), "c\n");
    Files.writeString(root.resolve("mine"), "mine\n");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private FileState state(String text, FileMode mode) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    contents.put(Sha256.of(bytes), bytes);
    return FileState.of(bytes, mode);
  }

  private FileState file(String text) {
    return state(text, FileMode.REGULAR);
  }

  private DirectoryTarget target(Change... changes) {
    return new DirectoryTarget(
        Resource.of(Name.of("docs"), ResourceType.FS_DIRECTORY, root),
        List.of(changes),
        hash -> Optional.ofNullable(contents.get(hash)));
  }

  private DirectoryTarget manyChanges() {
    return target(
        Change.modify("docs", "a", file("a\n"), file("new a\n")),
        Change.create("docs", "run", state("#!/bin/sh\n", FileMode.EXECUTABLE)),
        Change.create("docs", "link", state("a", FileMode.SYMLINK)),
        Change.move("docs", "b", "deep/er/b", file("b\n"), file("new b\n")),
        Change.delete("docs", "folder/c", file("c\n")));
  }

  @Test
  void a_directory_gets_exactly_what_the_plan_changed() throws Exception {
    Applied applied = (Applied) fixture.apply(manyChanges());

    assertThat(applied.targets().getFirst().commit()).isNull();
    assertThat(applied.targets().getFirst().paths())
        .containsExactlyInAnyOrder("a", "run", "link", "b", "deep/er/b", "folder/c");
    assertAllApplied();
  }

  @Test
  void a_directory_that_is_gone_is_refused_and_not_made_anew() throws Exception {
    DirectoryTarget target = target(Change.create("docs", "new", file("new\n")));
    Files.move(root, folder.resolve("moved away"));

    ApplyRefused refused = (ApplyRefused) fixture.apply(target);

    assertThat(refused.overlaps())
        .singleElement()
        .satisfies(it -> assertThat(it.why()).isEqualTo("There is no folder " + root));
    assertThat(outside).isEmptyDirectory();
  }

  private void assertAllApplied() throws Exception {
    assertThat(Files.readString(root.resolve("a"))).isEqualTo("new a\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve("a"))))
        .isEqualTo("rw-------");
    assertThat(Files.isExecutable(root.resolve("run"))).isTrue();
    assertThat(Files.readSymbolicLink(root.resolve("link"))).hasToString("a");
    assertThat(Files.readString(root.resolve("deep/er/b"))).isEqualTo("new b\n");
    assertThat(Files.readString(root.resolve("mine"))).isEqualTo("mine\n");
    assertThat(root.resolve("b")).doesNotExist();
    assertThat(root.resolve("folder")).doesNotExist();
    try (Stream<Path> left = Files.list(outside)) {
      assertThat(left).containsExactly(root);
    }
  }

  @Test
  void files_that_are_not_what_the_plan_began_with_are_named_and_all_stays_as_it_was()
      throws Exception {
    Files.writeString(root.resolve("a"), "mine\n");
    Files.createDirectories(root.resolve("run"));
    Files.delete(root.resolve("b"));
    Files.createSymbolicLink(root.resolve("deep"), folder);
    Map<String, String> before = ApplyRepository.everything(outside);

    ApplyRefused refused = (ApplyRefused) fixture.apply(manyChanges());

    assertThat(refused.overlaps())
        .extracting(LocalConflict::path)
        .containsExactlyInAnyOrder("a", "run", "b", "deep");
    assertThat(ApplyRepository.everything(outside)).isEqualTo(before);
  }

  @Test
  void a_file_that_stands_where_the_plan_makes_one_is_named_and_stays() throws Exception {
    Files.writeString(root.resolve("run"), "mine\n");
    Map<String, String> before = ApplyRepository.everything(outside);

    ApplyRefused refused = (ApplyRefused) fixture.apply(manyChanges());

    assertThat(refused.overlaps()).extracting(LocalConflict::path).containsExactly("run");
    assertThat(ApplyRepository.everything(outside)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"../mine", "folder/../../mine", "folder//c", "./a", "", "a\0b"})
  void a_path_that_is_none_inside_is_refused_and_all_stays_as_it_was(String path) throws Exception {
    Files.writeString(outside.resolve("mine"), "mine\n");
    Map<String, String> before = ApplyRepository.everything(outside);
    for (Change change :
        List.of(
            Change.delete("docs", path, file("mine\n")),
            Change.move("docs", path, "moved", file("mine\n"), file("mine\n")),
            Change.move("docs", "mine", path, file("mine\n"), file("mine\n")))) {
      assertThatThrownBy(() -> fixture.apply(target(change)))
          .isInstanceOf(OperationException.class)
          .hasMessageContaining("Not a path inside a resource");
      assertThat(ApplyRepository.everything(outside)).isEqualTo(before);
    }
  }

  @Test
  void two_files_may_change_their_names() throws Exception {
    Applied applied =
        (Applied)
            fixture.apply(
                target(
                    Change.move("docs", "a", "b", file("a\n"), file("a\n")),
                    Change.move("docs", "b", "a", file("b\n"), file("b\n"))));

    assertThat(applied.targets().getFirst().paths()).containsExactlyInAnyOrder("a", "b");
    assertThat(Files.readString(root.resolve("a"))).isEqualTo("b\n");
    assertThat(Files.readString(root.resolve("b"))).isEqualTo("a\n");
  }

  @Test
  void a_plan_that_changed_nothing_says_so_and_writes_nothing() throws Exception {
    Map<String, String> before = ApplyRepository.everything(outside);
    Applied applied = (Applied) fixture.apply(target());
    assertThat(applied.targets()).singleElement().satisfies(it -> assertThat(it.paths()).isEmpty());
    assertThat(ApplyRepository.everything(outside)).isEqualTo(before);
  }

  @Test
  void a_program_is_executable_for_those_who_may_read_it() throws Exception {
    Files.setPosixFilePermissions(root.resolve("b"), PosixFilePermissions.fromString("rw-r-----"));
    fixture.apply(
        target(
            Change.modify("docs", "a", file("a\n"), state("run\n", FileMode.EXECUTABLE)),
            Change.modify("docs", "b", file("b\n"), state("run\n", FileMode.EXECUTABLE))));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve("a"))))
        .isEqualTo("rwx------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve("b"))))
        .isEqualTo("rwxr-x---");
  }

  @Test
  void what_an_apply_held_is_let_go_when_it_is_done() throws Exception {
    fixture.apply(manyChanges());
    Path directory = Files.createDirectories(journalDirectory());
    JournalDirectory.adopt(directory, true).orElseThrow().close();
  }

  @Test
  void a_folder_that_cannot_be_written_is_named_before_anything_changes() throws Exception {
    Path locked = root.resolve("folder");
    try (ReadOnlyFolder _ = ReadOnlyFolder.make(locked)) {
      Map<String, String> before = ApplyRepository.everything(outside);
      ApplyRefused refused = (ApplyRefused) fixture.apply(manyChanges());
      assertThat(refused.overlaps())
          .singleElement()
          .satisfies(it -> assertThat(it.why()).startsWith("the folder " + locked));
      assertThat(ApplyRepository.everything(outside)).isEqualTo(before);
    }
    assertThat(fixture.apply(manyChanges())).isInstanceOf(Applied.class);
    assertAllApplied();
  }

  static Stream<Integer> steps() {
    return IntStream.rangeClosed(0, ALL).boxed();
  }

  @ParameterizedTest
  @MethodSource("steps")
  void after_a_death_at_any_step_recovery_makes_it_all_or_nothing(int deathAt) throws Exception {
    Map<String, String> before = ApplyRepository.everything(outside);
    ApplyRequest request = fixture.request(manyChanges());
    SimulatedCrash deadly = new SimulatedCrash(deathAt);
    try {
      fixture.service(deadly).apply(request, CancellationToken.none());
    } catch (SimulatedCrash.Death e) {
      assertThat(deathAt).isLessThan(ALL);
    }
    assertThat(deadly.seen).hasSize(Math.min(deathAt + 1, ALL));
    fixture.jobs.closeSession(request.lease().session());

    ApplyRecovery.Recovered recovered = fixture.recover();

    assertThat(recovered.kept()).isEmpty();
    assertThat(recovered.problems()).isEmpty();
    assertThat(recovery().open()).as("journals that are not settled").isEmpty();
    if (deadly.committed()) {
      assertAllApplied();
    } else {
      assertThat(ApplyRepository.everything(outside)).isEqualTo(before);
    }
    assertThat(fixture.apply(manyChanges())).as("asked again").isInstanceOf(Applied.class);
    assertAllApplied();
  }

  private ApplyRecovery recovery() {
    return new ApplyRecovery(fixture.database, fixture.jobs, fixture.commands);
  }

  @ParameterizedTest
  @EnumSource(
      value = ApplyStep.class,
      names = {"STAGED", "COMMITTED"})
  void what_another_machine_left_is_not_touched_from_here(ApplyStep death) throws Exception {
    ApplyRequest request = fixture.request(manyChanges());
    assertThatThrownBy(
            () ->
                fixture.service(SimulatedCrash.at(death)).apply(request, CancellationToken.none()))
        .isInstanceOf(SimulatedCrash.Death.class);
    fixture.jobs.closeSession(request.lease().session());
    Map<String, String> left = ApplyRepository.everything(outside);
    String here = recovery().open().getFirst().host();
    assertThat(recovery().open().getFirst().isOfThisMachine()).isTrue();
    moveTo("elsewhere");

    assertThat(fixture.recover())
        .isEqualTo(new ApplyRecovery.Recovered(List.of(), List.of(), List.of(), Map.of()));

    assertThat(recovery().open())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.isOfThisMachine()).isFalse();
              assertThat(it.committed()).isEqualTo(death == ApplyStep.COMMITTED);
              assertThat(recovery().knows(it.id())).isTrue();
            });
    assertThat(recovery().knows("another")).isFalse();
    assertThat(ApplyRepository.everything(outside)).isEqualTo(left);
    moveTo(here);
    ApplyRecovery.Recovered recovered = fixture.recover();
    assertThat(death == ApplyStep.COMMITTED ? recovered.finished() : recovered.undone())
        .containsExactly(fixture.plan);
  }

  @Test
  void a_journal_whose_maker_died_before_it_had_its_lock_is_undone() throws Exception {
    ApplyRequest request = fixture.request(manyChanges());
    assertThatThrownBy(
            () ->
                fixture
                    .service(SimulatedCrash.at(ApplyStep.JOURNAL_STORED))
                    .apply(request, CancellationToken.none()))
        .isInstanceOf(SimulatedCrash.Death.class);
    fixture.jobs.closeSession(request.lease().session());
    Path directory = Files.createDirectory(journalDirectory());

    assertThat(fixture.recover().undone()).containsExactly(fixture.plan);

    assertThat(directory).doesNotExist();
    assertThat(recovery().open()).isEmpty();
  }

  private Path journalDirectory() {
    return new JournalStore(fixture.database, fixture.jobs)
        .of(fixture.plan)
        .getFirst()
        .content()
        .targets()
        .getFirst()
        .place()
        .directory();
  }

  private void moveTo(String host) {
    fixture.database.write(
        transaction -> transaction.update("UPDATE apply_journals SET host = ?", host));
  }

  @Test
  void a_git_repository_and_a_directory_are_applied_together_or_not_at_all() throws Exception {
    ApplyRepository repository = ApplyRepository.with(folder.resolve("repo"));
    String base = repository.head();
    GitTarget git =
        new GitTarget(
            repository.resource(),
            "refs/heads/main",
            base,
            repository.result(
                fixture.plan, base, ApplyRepository.Edits.of().put("a", "the plan's\n")));
    Files.writeString(root.resolve("a"), "mine\n");

    assertThat(fixture.apply(git, manyChanges())).isInstanceOf(ApplyRefused.class);
    assertThat(repository.head()).isEqualTo(base);
    assertThat(repository.status()).isEmpty();

    Files.writeString(root.resolve("a"), "a\n");
    assertThat(fixture.apply(git, manyChanges())).isInstanceOf(Applied.class);
    assertThat(repository.read("a")).isEqualTo("the plan's\n");
    assertAllApplied();
  }
}
