package dev.cleveragents.workspace.sandbox;

import static dev.cleveragents.workspace.sandbox.WorkspaceFixture.GO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.Sha256;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.FileMode;
import dev.cleveragents.workspace.change.FileState;
import dev.cleveragents.workspace.files.Deletion;
import dev.cleveragents.workspace.files.PrivateDirectory;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import dev.cleveragents.workspace.sandbox.tree.CapturedChange;
import dev.cleveragents.workspace.sandbox.tree.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Recorded changes, put on the base again, give the sandbox that they were recorded in. */
class RebuildTest {

  private static final List<String> NAMES =
      List.of("a", "b", "a b", "-c", "ü\n", "d.txt", "*", "\"q\"", "E", "e");

  @TempDir Path folder;
  private WorkspaceFixture fixture;
  private final List<Change> recorded = new ArrayList<>();
  private final Map<String, byte[]> contents = new HashMap<>();

  @BeforeEach
  void open() {
    fixture = new WorkspaceFixture(folder);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @EnumSource(ResourceType.class)
  void whatWasRecordedGivesTheSameTree(ResourceType type) throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    GitRepository user = UserFiles.sample(folder.resolve("user"));
    mutate(user.directory(), random, 20);
    user.commit("random");
    Resource resource = Resource.of(Name.of("app"), type, user.directory());
    Sandbox first = fixture.open(resource);
    Tree last = first.baseTree();
    List<Tree> trees = new ArrayList<>(List.of(last));
    for (int step = 0; step < 8; step++) {
      mutate(first.directory(), random, 6);
      Tree now = first.look(GO);
      record(first.changes(last, now, GO));
      last = now;
      trees.add(now);
    }

    Sandbox second =
        fixture.manager.open(fixture.plan, resource, fixture.baseOf(first), fixture.takeOver(), GO);
    mutate(second.directory(), random, 3);
    Tree rebuilt = second.rebuild(recorded, this::content, GO);

    assertThat(rebuilt).as("seed %d", seed).isEqualTo(last);
    assertThat(second.look(GO)).as("seed %d", seed).isEqualTo(last);
    assertThat(
            UserFiles.sh(
                second.directory(),
                "find . -name .git -prune -o -type f -print0 | sort -z | xargs -0 sha256sum"))
        .as("seed %d", seed)
        .isEqualTo(
            UserFiles.sh(
                first.directory(),
                "find . -name .git -prune -o -type f -print0 | sort -z | xargs -0 sha256sum"));
    for (Tree tree : trees) {
      first.restore(tree, GO);
      assertThat(first.look(GO)).as("seed %d", seed).isEqualTo(tree);
    }
  }

  private void record(List<CapturedChange> captured) {
    for (CapturedChange one : captured) {
      recorded.add(one.change());
      one.after().ifPresent(bytes -> contents.put(Sha256.of(bytes), bytes));
    }
  }

  private Optional<byte[]> content(String hash) {
    return Optional.ofNullable(contents.get(hash));
  }

  @Test
  void contentsThatAreMissingOrWrongAreToldAndNothingIsDone() throws Exception {
    Sandbox sandbox =
        fixture.open(WorkspaceFixture.checkout(UserFiles.sample(folder.resolve("user"))));
    Change change = Change.create("local/app", "x", FileState.of(new byte[] {1}, FileMode.REGULAR));

    assertThatThrownBy(() -> sandbox.rebuild(List.of(change), _ -> Optional.empty(), GO))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("'x'")
        .hasMessageContaining("are missing");
    assertThatThrownBy(() -> sandbox.rebuild(List.of(change), _ -> Optional.of(new byte[] {2}), GO))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("do not match their hash");
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
  }

  @Test
  void oneThatIsCancelledLeavesNoContentsAside() throws Exception {
    Sandbox sandbox =
        fixture.open(WorkspaceFixture.checkout(UserFiles.sample(folder.resolve("user"))));
    byte[] bytes = {1};
    Change change = Change.create("local/app", "x", FileState.of(bytes, FileMode.REGULAR));
    try (CancellationSource source = new CancellationSource()) {
      source.cancel(CancellationCause.requested("no more"));

      assertThatThrownBy(
              () -> sandbox.rebuild(List.of(change), _ -> Optional.of(bytes), source.token()))
          .isInstanceOf(CancelledException.class);
    }
    assertThat(sandbox.beside("ledger.git/scratch")).doesNotExist();
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
  }

  /** Does random things to the files of a directory, as a wild command would. */
  private static void mutate(Path directory, Random random, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      Path path = directory;
      for (int depth = random.nextInt(3); depth >= 0; depth--) {
        path = path.resolve(NAMES.get(random.nextInt(NAMES.size())));
      }
      mutate(directory, path, random);
    }
  }

  private static void mutate(Path directory, Path path, Random random) throws IOException {
    for (Path above = PrivateDirectory.parent(path);
        !Files.isDirectory(above, LinkOption.NOFOLLOW_LINKS); ) {
      if (Files.exists(above, LinkOption.NOFOLLOW_LINKS)) {
        Files.delete(above);
      }
      above = PrivateDirectory.parent(above);
    }
    int what = random.nextInt(10);
    if (what < 3) {
      Deletion.of(path);
      Files.deleteIfExists(path);
      return;
    }
    if (what == 3) {
      moveSomethingTo(directory, path, random);
      return;
    }
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      Deletion.of(path);
    }
    Files.deleteIfExists(path);
    Files.createDirectories(PrivateDirectory.parent(path));
    if (what == 4) {
      Files.createSymbolicLink(path, Path.of("target" + random.nextInt(3)));
      return;
    }
    byte[] bytes = new byte[random.nextInt(40)];
    random.nextBytes(bytes);
    Files.write(path, bytes);
    if (what == 5) {
      path.toFile().setExecutable(true);
    }
  }

  private static void moveSomethingTo(Path directory, Path path, Random random) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(directory, 3)) {
      files =
          all.filter(it -> Files.isRegularFile(it) && !it.toString().contains("/.git/")).toList();
    }
    if (!files.isEmpty() && !Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      Path from = files.get(random.nextInt(files.size()));
      Files.createDirectories(PrivateDirectory.parent(path));
      Files.move(from, path);
    }
  }
}
