package dev.cleveragents.workspace.apply.git;

import static dev.cleveragents.workspace.sandbox.WorkspaceFixture.GO;
import static dev.cleveragents.workspace.sandbox.WorkspaceFixture.RUNNER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.fixtures.GitRepository;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitFactoryTest {

  @TempDir Path folder;

  @Test
  void whatIsSignedLiesWhereNoCommandWrites() throws Exception {
    GitRepository user =
        GitRepository.init(folder.resolve("user")).write("a", "1\n").commit("first");
    Path signer =
        Files.writeString(
            folder.resolve("signer"),
            "#!/bin/sh\nfor last; do :; done; echo \"$last\" > '%s'; echo ours > \"$last.sig\"\n"
                .formatted(folder.resolve("signed")));
    assertThat(signer.toFile().setExecutable(true)).isTrue();
    user.git("config", "commit.gpgsign", "true");
    user.git("config", "gpg.format", "ssh");
    user.git("config", "gpg.ssh.program", signer.toString());
    user.git("config", "user.signingkey", folder.resolve("key").toString());

    CommitFactory.NewCommit made =
        new CommitFactory(new GitCalls(new Git(RUNNER, user.directory()), GO))
            .make(user.git("rev-parse", "HEAD^{tree}"), user.head(), "second\n");

    assertThat(user.git("cat-file", "commit", made.id())).contains("gpgsig ours");
    assertThat(Path.of(Files.readString(folder.resolve("signed")).strip()).getParent())
        .isEqualTo(user.directory().resolve(".git").toRealPath());
  }
}
