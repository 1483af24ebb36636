package dev.cleveragents.workspace.sandbox;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The commits that commands have made in a sandbox, on the branch that they have left checked out.
 *
 * <p>Git runs in the ledger and only borrows the objects, so nothing that a command configures in
 * its own repository is obeyed.
 *
 * @param ledger git in the ledger
 * @param own the repository that commands see
 * @param base the commit that they have begun on, if there is one
 */
record SandboxCommits(Git ledger, Path own, Optional<String> base) {

  private static final int MOST = 20;
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
  private static final Pattern BRANCH = Pattern.compile("ref: (refs/heads/[^\\s\\\\]+)");

  /** Their messages, oldest first; the last {@value #MOST} if there are more. */
  List<String> messages(CancellationToken token) throws InterruptedException {
    Optional<String> head = head();
    if (head.isEmpty() || head.equals(base)) {
      return List.of();
    }
    List<String> line =
        new ArrayList<>(List.of("rev-list", "--no-merges", "--reverse", "--max-count=" + MOST));
    line.addAll(List.of("--no-commit-header", "--format=%B%x00", head.get()));
    base.ifPresent(commit -> line.add("^" + commit));
    Git.Answer answer =
        ledger
            .with("GIT_ALTERNATE_OBJECT_DIRECTORIES", quoted(own.resolve("objects")))
            .ask(line, new byte[0], token);
    return answer.succeeded()
        ? Arrays.stream(new String(answer.output(), StandardCharsets.UTF_8).split("\0"))
            .map(String::strip)
            .filter(message -> !message.isEmpty())
            .toList()
        : List.of();
  }

  private Optional<String> head() {
    Optional<String> head = read("HEAD");
    var branch = BRANCH.matcher(head.orElse(""));
    if (!branch.matches()) {
      return head.filter(it -> COMMIT.matcher(it).matches());
    }
    String ref = branch.group(1);
    if (ref.contains("..")) {
      return Optional.empty();
    }
    return read(ref)
        .or(
            () ->
                read("packed-refs").stream()
                    .flatMap(String::lines)
                    .filter(line -> line.endsWith(" " + ref))
                    .map(line -> line.substring(0, line.indexOf(' ')))
                    .findFirst())
        .filter(it -> COMMIT.matcher(it).matches());
  }

  private Optional<String> read(String name) {
    Path file = own.resolve(name);
    try {
      return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
          ? Optional.of(Files.readString(file).strip())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** In quotes a name may contain a colon, which otherwise separates names. */
  private static String quoted(Path path) {
    return '"' + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
