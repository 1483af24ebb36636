package dev.cleveragents.context.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.context.TestGit;
import dev.cleveragents.context.index.tree.ContentHash;
import dev.cleveragents.context.index.tree.FolderTree;
import dev.cleveragents.context.index.tree.GitTree;
import dev.cleveragents.context.index.tree.SourceTree;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trees of a repository and folders, as they are listed and read. */
class SourceTreeTest {

  private static final CancellationToken GO = CancellationToken.none();

  @TempDir Path temp;

  @Test
  void aTreeListsItsFilesLinksAndModules() throws Exception {
    GitRepository repository = GitRepository.init(temp.resolve("r"));
    repository.write("b/ü\n x.txt", "12345").write("a.txt", "1").write("empty", "");
    Files.createSymbolicLink(repository.directory().resolve("link"), Path.of("a.txt"));
    String id = TestGit.id(TestGit.tree(repository));
    TestGit.in(repository.directory())
        .run(
            List.of("update-index", "--add", "--cacheinfo", "160000," + "1".repeat(40) + ",module"),
            GO);
    GitTree tree =
        GitTree.of(
            TestGit.in(repository.directory()),
            TestGit.in(repository.directory()).text(GO, "write-tree"),
            GO);
    SourceTree.Listing listing = tree.list(1_000, GO);

    assertThat(listing.id()).isEqualTo("git:" + TestGit.id(tree)).isNotEqualTo("git:" + id);
    assertThat(listing.entries())
        .extracting(e -> e.path() + " " + e.kind() + " " + e.size())
        .containsExactly(
            "a.txt FILE 1", "b/ü\n x.txt FILE 5", "empty FILE 0", "link LINK 0", "module MODULE 0");
    List<SourceTree.Entry> files = listing.entries().subList(0, 3);
    assertThat(tree.read(files, GO))
        .extracting(c -> new String(c.orElseThrow().bytes(), StandardCharsets.UTF_8))
        .containsExactly("1", "12345", "");
    SourceTree.Entry missing = new SourceTree.Entry("x", "2".repeat(40), 3, SourceTree.Kind.FILE);
    assertThat(tree.read(List.of(missing, files.getFirst()), GO).getFirst()).isEmpty();
    assertThat(tree.read(List.of(missing, files.getFirst()), GO).getLast()).isPresent();
  }

  @Test
  void aBlobThatTheRepositoryHasLostIsListedAsAbsent() throws Exception {
    GitRepository repository = GitRepository.init(temp.resolve("r"));
    GitTree empty = TestGit.tree(repository);
    GitTree tree = TestGit.tree(repository.write("a.txt", "1").write("b.txt", "2"));
    String id = repository.git("rev-parse", TestGit.id(tree) + ":a.txt");
    Files.delete(
        repository
            .directory()
            .resolve(".git/objects/" + id.substring(0, 2) + "/" + id.substring(2)));

    assertThat(tree.list(1_000, GO).entries())
        .extracting(e -> e.path() + " " + e.kind())
        .containsExactly("a.txt ABSENT", "b.txt FILE");
    assertThat(tree.since(empty.knownId().orElseThrow(), GO).orElseThrow().there())
        .isEqualTo(tree.list(1_000, GO).entries());
  }

  @Test
  void aTreeSaysWhatDiffersFromAnotherUnlessItCannotKnow() throws Exception {
    GitRepository repository = GitRepository.init(temp.resolve("r"));
    GitTree old = TestGit.tree(repository.write("a", "1").write("b", "2").write("c", "3"));
    Files.delete(repository.directory().resolve("c"));
    GitTree now = TestGit.tree(repository.write("b", "two").write("d/e", "4"));
    SourceTree.Difference difference = now.since(old.knownId().orElseThrow(), GO).orElseThrow();

    assertThat(difference.there())
        .extracting(e -> e.path() + " " + e.size())
        .containsExactly("b 3", "d/e 1");
    assertThat(difference.gone()).containsExactly("c");
    assertThat(now.since("git:" + "3".repeat(40), GO)).isEmpty();
    assertThat(now.since("folder:x", GO)).isEmpty();
    assertThatThrownBy(() -> GitTree.of(TestGit.in(repository.directory()), "nowhere", GO))
        .isInstanceOf(GitException.class);
  }

  @Test
  void aFolderIsReadWithoutLeavingIt() throws Exception {
    Path folder = Files.createDirectories(temp.resolve("f"));
    Path outside = Files.createDirectories(temp.resolve("outside"));
    Files.writeString(outside.resolve("secret"), "secret");
    Files.writeString(folder.resolve("a.txt"), "1");
    Files.createSymbolicLink(folder.resolve("out"), outside);
    Files.createSymbolicLink(folder.resolve("file"), outside.resolve("secret"));
    Files.createDirectories(folder.resolve(".git/objects"));
    Files.createDirectories(folder.resolve("sub/node_modules/x"));
    Files.writeString(folder.resolve("sub/node_modules/x/y"), "z");
    Files.writeString(folder.resolve("big"), "12345678901");
    FolderTree tree = TestGit.folder(folder);

    assertThat(tree.list(10, GO).entries())
        .extracting(e -> e.path() + " " + e.kind())
        .containsExactly(
            ".git PROTECTED_FOLDER",
            "a.txt FILE",
            "big FILE",
            "file LINK",
            "out LINK",
            "sub/node_modules IGNORED");
    SourceTree.Entry through = new SourceTree.Entry("out/secret", "", 6, SourceTree.Kind.FILE);
    SourceTree.Entry link = new SourceTree.Entry("file", "", 6, SourceTree.Kind.FILE);
    assertThat(tree.read(List.of(through, link), GO)).allMatch(content -> content.isEmpty());
    assertThatThrownBy(() -> TestGit.folder(temp.resolve("none")))
        .isInstanceOf(FolderTree.UnreadableFolderException.class);
  }

  @Test
  void theContentOfAFileDecidesNotItsTime() throws Exception {
    Path folder = Files.createDirectories(temp.resolve("f"));
    Path file = Files.writeString(folder.resolve("a.txt"), "old!");
    FileTime time = Files.getLastModifiedTime(file);
    String before = TestGit.folder(folder).list(10, GO).id();
    Files.setLastModifiedTime(file, FileTime.fromMillis(0));
    assertThat(TestGit.folder(folder).list(10, GO).id()).isEqualTo(before);
    Files.writeString(file, "new!");
    Files.setLastModifiedTime(file, time);
    assertThat(TestGit.folder(folder).list(10, GO).id()).isNotEqualTo(before);
  }

  @Test
  void aFolderOfManyFilesIsListedWholeAndInOrder() throws Exception {
    Path folder = Files.createDirectories(temp.resolve("f"));
    for (int i = 0; i < 300; i++) {
      Files.writeString(folder.resolve("f" + i), "content " + i);
    }
    FolderTree tree = TestGit.folder(folder);
    SourceTree.Listing listing = tree.list(1_000, GO);

    assertThat(listing.entries()).hasSize(300).extracting(SourceTree.Entry::path).isSorted();
    assertThat(listing.entries())
        .allSatisfy(
            entry ->
                assertThat(entry.hash())
                    .isEqualTo(
                        ContentHash.PLAIN.of(
                            ("content " + entry.path().substring(1))
                                .getBytes(StandardCharsets.UTF_8))));
    assertThat(tree.list(1_000, GO)).isEqualTo(listing);
  }
}
