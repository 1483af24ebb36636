package dev.cleveragents.context.index.tree;

import dev.cleveragents.context.index.tree.FolderTree.UnreadableFolderException;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the {@code .gitignore} files of a folder that is no repository exclude. Git itself is asked,
 * with an empty repository where no command writes; it is made when the first {@code .gitignore} is
 * met, so a folder without one needs no git. Only files in the folder count, not the user's own
 * list of patterns: an index depends on the folder alone.
 */
final class GitIgnoreRules {

  private static final String RULES = ".gitignore";

  /** Git takes a name that begins with a colon for a pattern, unless this is before it. */
  private static final String HERE = "./";

  private static final List<String> CHECK =
      List.of("-c", "core.excludesFile=/dev/null", "check-ignore", "--no-index", "-z", "--stdin");

  private final Git git;
  private final Path root;
  private final Path repository;
  private boolean needed;

  /**
   * @param repository where the empty repository is or will be
   */
  GitIgnoreRules(Git git, Path root, Path repository) {
    this.git = git.in(root).withoutUserConfiguration();
    this.root = root;
    this.repository = repository;
  }

  /**
   * Which of these are excluded.
   *
   * @param paths below the folder; none is in an excluded folder. They count as met from now on
   */
  Set<String> among(List<String> paths, CancellationToken token)
      throws IOException, InterruptedException {
    if (!needed && paths.stream().anyMatch(GitIgnoreRules::isRules)) {
      needed = true;
      makeRepository();
    }
    if (!needed || paths.isEmpty()) {
      return Set.of();
    }
    String asked = paths.stream().map(path -> HERE + path + "\0").collect(Collectors.joining());
    Git.Answer answer =
        git.withRepository(repository, root)
            .withMostBytes(GitTree.LISTING_BYTES)
            .ask(CHECK, asked.getBytes(StandardCharsets.UTF_8), token);
    if (answer.exitCode() > 1) {
      throw new UnreadableFolderException(
          "The .gitignore files of %s cannot be read: %s; correct or remove the file that git names"
              .formatted(root, answer.errors().strip()));
    }
    return Git.splitLeniently(answer.output()).stream()
        .map(path -> path.substring(HERE.length()))
        .collect(Collectors.toSet());
  }

  private static boolean isRules(String path) {
    return path.equals(RULES) || path.endsWith("/" + RULES);
  }

  /** The least that git takes for one; several processes may make it at once. */
  private void makeRepository() throws IOException {
    Files.createDirectories(repository.resolve("objects"));
    Files.createDirectories(repository.resolve("refs"));
    Files.writeString(repository.resolve("HEAD"), "ref: refs/heads/none\n");
  }
}
