package dev.cleveragents.workspace.sandbox.source;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.sandbox.tree.RepositoryRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The user's own repository.
 *
 * @param git in its work tree, with the user's configuration
 */
public record CheckoutSource(Git git) implements SandboxSource {

  /** Settings that decide what bytes a file has as a content, and which files count. */
  private static final String CONVERSION =
      "^(core\\.(autocrlf|eol|filemode|excludesfile|attributesfile)|filter\\..*|user\\.(name|email))$";

  private static final Pattern FILTER = Pattern.compile("filter\\..*\\.(clean|smudge|process)");

  @Override
  public String base(CancellationToken token) throws InterruptedException {
    Git.Answer head = git.ask(token, "rev-parse", "--verify", "--quiet", "HEAD^{commit}");
    return head.succeeded() ? head.text() : emptyTree(token);
  }

  /** The full name of the branch that is checked out, or {@code HEAD} if none is. */
  public String branch(CancellationToken token) throws InterruptedException {
    Git.Answer branch = git.ask(token, "symbolic-ref", "--quiet", "HEAD");
    return branch.succeeded() ? branch.text() : "HEAD";
  }

  @Override
  public List<String> unseen(CancellationToken token) throws InterruptedException {
    return git.items(token, "ls-files", "-z", "--others", "--ignored", "--exclude-standard");
  }

  @Override
  public RepositoryRules rules(CancellationToken token) throws InterruptedException {
    List<String> lines =
        git.text(
                token,
                "rev-parse",
                "--path-format=absolute",
                "--show-object-format",
                "--git-path",
                "objects",
                "--git-path",
                "shallow",
                "--git-path",
                "info/exclude",
                "--git-path",
                "info/attributes")
            .lines()
            .toList();
    return new RepositoryRules(
        Path.of(lines.get(1)),
        lines.getFirst(),
        read(Path.of(lines.get(2))),
        settings(token),
        read(Path.of(lines.get(3))),
        read(Path.of(lines.get(4))),
        List.of());
  }

  /** Where git keeps one of its files. */
  Path place(String name, CancellationToken token) throws InterruptedException {
    return Path.of(git.text(token, "rev-parse", "--path-format=absolute", "--git-path", name));
  }

  private List<RepositoryRules.Setting> settings(CancellationToken token)
      throws InterruptedException {
    Git.Answer answer = git.ask(token, "config", "--null", "--get-regexp", CONVERSION);
    List<RepositoryRules.Setting> settings = new ArrayList<>();
    for (String item : Git.split(answer.output())) {
      int end = item.indexOf('\n');
      settings.add(
          end < 0
              ? new RepositoryRules.Setting(item, "true")
              : new RepositoryRules.Setting(
                  item.substring(0, end), here(item.substring(0, end), item.substring(end + 1))));
    }
    return settings;
  }

  /**
   * Git runs a filter at the top of the files, and a filter may name a file or a module there. In a
   * sandbox that would be one that a plan has written, and nothing confines it: so each filter runs
   * where the user's files are.
   */
  private String here(String name, String value) {
    return value.isBlank() || !FILTER.matcher(name).matches()
        ? value
        : "cd '%s' && %s".formatted(git.directory().toString().replace("'", "'\\''"), value);
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw OperationException.failed("%s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }
}
