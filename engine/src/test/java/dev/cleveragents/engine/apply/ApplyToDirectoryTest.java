package dev.cleveragents.engine.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.Sha256;
import dev.cleveragents.engine.apply.ApplyOutcome.Applied;
import dev.cleveragents.engine.apply.ApplyOutcome.ApplyRefused;
import dev.cleveragents.engine.change.Change;
import dev.cleveragents.engine.change.FileMode;
import dev.cleveragents.engine.change.FileState;
import dev.cleveragents.engine.project.Resource;
import dev.cleveragents.engine.project.ResourceType;
import dev.cleveragents.kernel.cancel.CancellationToken;
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
import org.junit.jupiter.params.provider.MethodSource;

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
    Map<String, String> before = TestRepository.everything(outside);

    ApplyRefused refused = (ApplyRefused) fixture.apply(manyChanges());

    assertThat(refused.overlaps())
        .extracting(Overlap::path)
        .containsExactlyInAnyOrder("a", "run", "b", "deep");
    assertThat(TestRepository.everything(outside)).isEqualTo(before);
  }

  @Test
  void a_folder_that_cannot_be_written_is_named_before_anything_changes() throws Exception {
    Path locked = root.resolve("folder");
    try (ReadOnlyFolder _ = ReadOnlyFolder.make(locked)) {
      Map<String, String> before = TestRepository.everything(outside);
      ApplyRefused refused = (ApplyRefused) fixture.apply(manyChanges());
      assertThat(refused.overlaps())
          .singleElement()
          .satisfies(it -> assertThat(it.why()).startsWith("the folder " + locked));
      assertThat(TestRepository.everything(outside)).isEqualTo(before);
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
    Map<String, String> before = TestRepository.everything(outside);
    ApplyRequest request = fixture.request(manyChanges());
    Deadly deadly = new Deadly(deathAt);
    try {
      fixture.service(deadly).apply(request, CancellationToken.none());
    } catch (Deadly.Death e) {
      assertThat(deathAt).isLessThan(ALL);
    }
    assertThat(deadly.seen).hasSize(Math.min(deathAt + 1, ALL));
    fixture.jobs.closeSession(request.lease().session());

    ApplyRecovery.Recovered recovered = fixture.recover();

    assertThat(recovered.kept()).isEmpty();
    assertThat(recovered.problems()).isEmpty();
    if (deadly.committed()) {
      assertAllApplied();
    } else {
      assertThat(TestRepository.everything(outside)).isEqualTo(before);
    }
    assertThat(fixture.apply(manyChanges())).as("asked again").isInstanceOf(Applied.class);
    assertAllApplied();
  }

  @Test
  void a_git_repository_and_a_directory_are_applied_together_or_not_at_all() throws Exception {
    TestRepository repository = TestRepository.with(folder.resolve("repo"));
    String base = repository.head();
    GitTarget git =
        new GitTarget(
            repository.resource(),
            "refs/heads/main",
            base,
            repository.result(
                fixture.plan, base, TestRepository.Edits.of().put("a", "the plan's\n")));
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
