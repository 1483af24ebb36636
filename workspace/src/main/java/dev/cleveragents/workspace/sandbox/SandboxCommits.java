package dev.cleveragents.workspace.sandbox;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The commits that commands have made in a sandbox, on the branch that they have left checked out.
 *
 * @param ledger git in the ledger
 * @param files of the sandbox, with no link in the path
 * @param base the commit that they have begun on, if there is one
 */
record SandboxCommits(Git ledger, Path files, Optional<String> base) {

  private static final int MOST = 20;
  private static final int MOST_BYTES = 1 << 20;

  /** Their messages, oldest first; the last {@value #MOST} if there are more. */
  List<String> messages(CancellationToken token) throws InterruptedException {
    VisibleRepository own = new VisibleRepository(files);
    Optional<String> head = own.head();
    if (head.isEmpty() || head.equals(base)) {
      return List.of();
    }
    List<String> line =
        new ArrayList<>(List.of("rev-list", "--no-merges", "--reverse", "--max-count=" + MOST));
    line.addAll(List.of("--no-commit-header", "--format=%B%x00", head.get()));
    base.ifPresent(commit -> line.add("^" + commit));
    Optional<Git> git = own.lend(ledger, List.of());
    if (git.isEmpty()) {
      return List.of();
    }
    try {
      Git.Answer answer = git.get().withMostBytes(MOST_BYTES).ask(line, new byte[0], token);
      return answer.succeeded()
          ? Arrays.stream(new String(answer.output(), StandardCharsets.UTF_8).split("\0"))
              .map(String::strip)
              .filter(message -> !message.isEmpty())
              .toList()
          : List.of();
    } catch (GitException e) {
      // Commands have damaged their repository, or their messages are no messages.
      return List.of();
    }
  }
}
