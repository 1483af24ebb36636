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
  private static final Pattern CONVERSION =
      Pattern.compile(
          "core\\.(autocrlf|eol|filemode|excludesfile|attributesfile)|filter\\..*|user\\.(name|email)");

  private static final String FILE = "file:";
  private static final String OURS = "command";
  private static final String HOOKS = "core.hookspath\n";

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
    List<String> configuration = configuration(token);
    return new RepositoryRules(
            Path.of(lines.get(1)),
            lines.getFirst(),
            read(Path.of(lines.get(2))),
            settings(configuration),
            read(Path.of(lines.get(3))),
            read(Path.of(lines.get(4))),
            List.of())
        .withSources(sources(configuration));
  }

  /** Where git keeps one of its files. */
  Path place(String name, CancellationToken token) throws InterruptedException {
    return Path.of(git.text(token, "rev-parse", "--path-format=absolute", "--git-path", name));
  }

  /** All settings of the user for this repository. */
  private List<String> configuration(CancellationToken token) throws InterruptedException {
    return Git.splitLeniently(
        git.run(List.of("config", "--null", "--list", "--show-origin"), token));
  }

  private List<RepositoryRules.Setting> settings(List<String> configuration) {
    List<RepositoryRules.Setting> settings = new ArrayList<>();
    for (int i = 1; i < configuration.size(); i += 2) {
      String item = configuration.get(i);
      int end = item.indexOf('\n');
      String name = end < 0 ? item : item.substring(0, end);
      if (CONVERSION.matcher(name).matches()) {
        String value = end < 0 ? "true" : here(name, item.substring(end + 1));
        settings.add(new RepositoryRules.Setting(name, value));
      }
    }
    return settings;
  }

  /** The files with these settings, and the folder of hooks: who writes them, runs programs. */
  private List<Path> sources(List<String> configuration) {
    List<Path> sources = new ArrayList<>();
    for (int i = 0; i + 1 < configuration.size(); i += 2) {
      String origin = configuration.get(i);
      if (origin.startsWith(FILE)) {
        sources.add(git.directory().resolve(origin.substring(FILE.length())));
      }
      if (configuration.get(i + 1).startsWith(HOOKS) && !origin.startsWith(OURS)) {
        String folder = configuration.get(i + 1).substring(HOOKS.length());
        sources.add(
            git.directory().resolve(folder.replaceFirst("^~", System.getProperty("user.home"))));
      }
    }
    return sources.stream().distinct().toList();
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
