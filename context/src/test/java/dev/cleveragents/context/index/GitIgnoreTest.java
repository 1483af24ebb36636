package dev.cleveragents.context.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.TestGit;
import dev.cleveragents.context.index.tree.FolderTree;
import dev.cleveragents.context.index.tree.SourceTree.Entry;
import dev.cleveragents.context.index.tree.SourceTree.Kind;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the {@code .gitignore} files of a folder that is no repository keep out of the index. */
class GitIgnoreTest {

  private static final CancellationToken GO = CancellationToken.none();

  @TempDir Path temp;
  private GitRepository content;

  /** Only writes files: the folder is no repository until a test makes it one. */
  @BeforeEach
  void aFolder() {
    content = new GitRepository(temp.resolve("folder"));
    content.write(".gitignore", "*.log\n!keep.log\nbuild/\n/top\n\\#name\n*.tm[pq]\n**/gen/*.c\n");
    content.write("sub/.gitignore", "deep/*\n!deep/ok\n!again.log\n");
    content.write("sub/deep/.gitignore", "ok\n!no\n");
    content.write("gone/.gitignore", "*\n");
    for (String file :
        List.of(
            "a.log",
            "keep.log",
            "b.txt",
            "build/out",
            "build/keep.log",
            "sub/build/x",
            "top",
            "sub/top",
            "sub/deep/no",
            "sub/deep/ok",
            "sub/again.log",
            "#name",
            "x.tmp",
            "x.tmr",
            "gen/a.c",
            "gen/a.h",
            "p/q/gen/b.c",
            "gone/one",
            ":(top)b.txt",
            ":!keep.txt",
            "a b.log",
            "new\nline.log",
            "new\nline.txt",
            "sub/*.log",
            "ü.log",
            "ü.txt",
            "p/build")) {
      content.write(file, "text");
    }
  }

  private List<String> paths(Kind kind) throws InterruptedException {
    return TestGit.folder(content.directory()).list(1_000, GO).entries().stream()
        .filter(each -> each.kind() == kind)
        .map(Entry::path)
        .toList();
  }

  @Test
  void theFilesAreThoseThatGitWouldAdd() throws Exception {
    List<String> ours = paths(Kind.FILE);
    GitRepository.init(content.directory());
    List<String> gits =
        TestGit.in(content.directory())
            .items(GO, "ls-files", "-z", "--others", "--exclude-standard")
            .stream()
            .toList();

    assertThat(ours).containsExactlyInAnyOrderElementsOf(gits).contains("keep.log", ":(top)b.txt");
    assertThat(ours).doesNotContain("a.log", "build/out", "sub/deep/ok");
  }

  @Test
  void whatIsIgnoredIsCountedAndAFolderOnlyOnce() throws Exception {
    assertThat(paths(Kind.IGNORED))
        .contains("a.log", "build", "sub/build")
        .doesNotContain("build/out", "sub/build/x");
  }

  @Test
  void aRepositoryInTheFolderKeepsItsOwnRules() throws Exception {
    GitRepository inner = GitRepository.init(content.directory().resolve("inner"));
    inner.write(".gitignore", "secret.txt\n").write("secret.txt", "x").write("code.txt", "x");

    assertThat(paths(Kind.FILE))
        .contains("inner/code.txt", "inner/.gitignore")
        .doesNotContain("inner/secret.txt");
  }

  @Test
  void neitherRulesAboveTheFolderNorTheUsersOwnCount() throws Exception {
    Files.writeString(temp.resolve(".gitignore"), "b.txt\n");
    GitRepository.init(temp);
    Path user = temp.resolve("user");
    Files.writeString(Files.createDirectories(user.resolve("git")).resolve("ignore"), "b.txt\n");
    Git git = TestGit.in(temp).with("XDG_CONFIG_HOME", user.toString());

    assertThat(
            new FolderTree(content.directory(), git, temp.resolve("rules.git"))
                .list(1_000, GO)
                .entries())
        .anySatisfy(each -> assertThat(each.path() + each.kind()).isEqualTo("b.txtFILE"));
  }

  @Test
  void aChangedRuleChangesTheTree() throws Exception {
    String before = TestGit.folder(content.directory()).list(1_000, GO).id();
    content.write(".gitignore", "");

    assertThat(TestGit.folder(content.directory()).list(1_000, GO).id()).isNotEqualTo(before);
    assertThat(paths(Kind.FILE)).contains("a.log", "build/out");
  }
}
