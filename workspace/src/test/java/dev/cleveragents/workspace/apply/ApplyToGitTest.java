package dev.cleveragents.workspace.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.workspace.apply.ApplyRepository.Edits;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.Applied;
import dev.cleveragents.workspace.apply.request.GitTarget;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApplyToGitTest {

  @TempDir Path folder;
  private ApplyFixture fixture;
  private ApplyRepository repository;

  @BeforeEach
  void open() throws Exception {
    fixture = new ApplyFixture(folder);
    repository = ApplyRepository.with(folder.resolve("user's repo"));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private GitTarget target(Edits edits) throws Exception {
    return repository.target(fixture.plan, edits);
  }

  @Test
  void a_clean_work_tree_gets_one_commit_and_stays_clean() throws Exception {
    GitTarget target =
        target(
            Edits.of()
                .put("a", "new a\n")
                .put("deep/er/new", "new\n")
                .put("100755", "run.sh", "#!/bin/sh\n")
                .put("120000", "link", "a")
                .delete("folder/c"));

    Applied applied = (Applied) fixture.apply(target);

    assertThat(applied.kept()).isEmpty();
    assertThat(applied.hints()).isEmpty();
    assertThat(applied.targets().getFirst().commit()).isEqualTo(repository.head());
    assertThat(applied.targets().getFirst().paths())
        .containsExactlyInAnyOrder("a", "deep/er/new", "run.sh", "link", "folder/c");
    assertThat(repository.status()).isEmpty();
    assertThat(repository.read("a")).isEqualTo("new a\n");
    assertThat(repository.read("deep/er/new")).isEqualTo("new\n");
    assertThat(Files.isExecutable(repository.root.resolve("run.sh"))).isTrue();
    assertThat(Files.readSymbolicLink(repository.root.resolve("link"))).hasToString("a");
    assertThat(repository.has("folder")).isFalse();
    assertThat(repository.git("rev-parse", "HEAD^")).isEqualTo(target.base());
    assertThat(repository.git("rev-parse", "HEAD^{tree}"))
        .isEqualTo(repository.git("rev-parse", target.result() + "^{tree}"));
    assertThat(repository.git("log", "-1", "--format=%B%an <%ae>"))
        .isEqualTo(
            "Do what the plan says\n\nAt length.\n\nCleverAgents-Plan: %s\nAna <ana@example.org>"
                .formatted(fixture.plan));
    assertThat(repository.git("log", "-1", "--format=%(trailers:key=CleverAgents-Plan,valueonly)"))
        .isEqualTo(fixture.plan.toString());
    assertThat(repository.git("symbolic-ref", "HEAD")).isEqualTo("refs/heads/main");
    assertThat(repository.has(".git/cleveragents")).isFalse();
    assertThat(repository.has(".git/index.lock")).isFalse();
    assertThat(fixture.recover().finished()).isEmpty();
  }

  @Test
  void dirty_staged_and_untracked_files_of_other_paths_stay_as_they_are() throws Exception {
    GitTarget target = target(Edits.of().put("a", "new a\n").put("folder/d", "d\n"));
    repository.write("b", "edited\n").write("staged", "staged\n").write("untracked", "mine\n");
    repository.git("add", "staged");
    repository.write("staged", "staged and edited\n").write("intended", "later\n");
    repository.git("add", "-N", "intended");
    repository.write("folder/mine", "mine\n");
    String before = repository.status();
    String staged = repository.git("diff", "--cached");

    assertThat(fixture.apply(target)).isInstanceOf(Applied.class);

    assertThat(repository.status()).isEqualTo(before);
    assertThat(repository.git("diff", "--cached")).isEqualTo(staged);
    assertThat(repository.read("b")).isEqualTo("edited\n");
    assertThat(repository.read("staged")).isEqualTo("staged and edited\n");
    assertThat(repository.read("a")).isEqualTo("new a\n");
    assertThat(repository.read("folder/d")).isEqualTo("d\n");
  }
}
