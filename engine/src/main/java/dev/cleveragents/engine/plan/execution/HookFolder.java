package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The git hooks of a user's repository.
 *
 * @param folder where they are
 */
record HookFolder(Path folder) {

  /** Hooks that git runs for a commit and that are not run here. */
  private static final List<String> OTHERS =
      List.of("prepare-commit-msg", "post-commit", "post-index-change", "reference-transaction");

  /** Finds them, in {@code core.hooksPath} or in the repository. */
  static HookFolder of(Git git, CancellationToken token) throws InterruptedException {
    // Our own calls of git switch hooks off by the same setting, in the scope 'command'.
    List<String> items =
        Git.splitLeniently(
            git.ask(
                    token,
                    "config",
                    "--null",
                    "--show-scope",
                    "--type=path",
                    "--get-all",
                    "core.hooksPath")
                .output());
    Path folder = null;
    for (int i = 0; i + 1 < items.size(); i += 2) {
      if (!items.get(i).equals("command")) {
        folder = git.directory().resolve(items.get(i + 1));
      }
    }
    if (folder != null) {
      return new HookFolder(folder);
    }
    Path repository = git.directory().resolve(".git");
    return new HookFolder(
        (Files.isDirectory(repository)
                ? repository
                // A linked work tree has those of the main one.
                : Path.of(
                    git.text(token, "rev-parse", "--path-format=absolute", "--git-common-dir")))
            .resolve("hooks"));
  }

  /** The hook of that name, if there is one that git would run. */
  Optional<Path> hook(String name) {
    Path hook = folder.resolve(name);
    return Files.isRegularFile(hook) && Files.isExecutable(hook)
        ? Optional.of(hook)
        : Optional.empty();
  }

  /** Those that git would run for a commit and that are not run here. */
  List<String> others() {
    return OTHERS.stream().filter(name -> hook(name).isPresent()).toList();
  }

  /** Those of these names that git would run. */
  List<String> present(String... names) {
    return Arrays.stream(names).filter(name -> hook(name).isPresent()).toList();
  }
}
