package dev.cleveragents.workspace.sandbox.tree;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.files.PrivateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/**
 * A repository that has no objects but borrows those of another, converts files the way that one
 * does, runs no hooks and knows no remote. {@code git clone --shared} would do much of that, but
 * not for a shallow repository, and only for what is checked out there now.
 */
public final class AlternatesRepository {

  /** The last word on each. */
  private static final List<RepositoryRules.Setting> OWN =
      List.of(
          new RepositoryRules.Setting("core.bare", "false"),
          new RepositoryRules.Setting("core.hooksPath", "/dev/null"),
          new RepositoryRules.Setting("gc.auto", "0"),
          new RepositoryRules.Setting("maintenance.auto", "false"));

  private static final List<String> FILES =
      List.of("config", "objects/info/alternates", "info/exclude", "info/attributes", "shallow");

  private AlternatesRepository() {}

  /**
   * Copies one without its objects and refs.
   *
   * @param branch the full name of the branch that is checked out in the copy
   * @param commit where that branch is; empty if it has no commit yet
   */
  public static void copy(Path repository, Path to, String branch, Optional<String> commit)
      throws IOException {
    for (String folder : List.of("info", "objects/info", "refs/heads")) {
      Files.createDirectories(to.resolve(folder));
    }
    for (String file : FILES) {
      if (Files.exists(repository.resolve(file))) {
        Files.copy(repository.resolve(file), to.resolve(file));
      }
    }
    Files.writeString(to.resolve("HEAD"), "ref: " + branch + "\n");
    if (commit.isPresent()) {
      Path ref = to.resolve(branch);
      Files.createDirectories(PrivateDirectory.parent(ref));
      Files.writeString(ref, commit.get() + "\n");
    }
  }

  /**
   * Makes one.
   *
   * @param git with no repository in particular
   */
  public static void make(Git git, Path repository, RepositoryRules rules, CancellationToken token)
      throws InterruptedException, IOException {
    // Refs are files, so that a copy can be made without another git.
    git.with("GIT_DEFAULT_REF_FORMAT", "files")
        .run(
            List.of(
                "init",
                "--quiet",
                "--bare",
                "--template=",
                "--object-format=" + rules.format(),
                repository.toString()),
            token);
    StringBuilder configuration = new StringBuilder();
    rules.configuration().forEach(setting -> configuration.append(setting.text()));
    OWN.forEach(setting -> configuration.append(setting.text()));
    Files.writeString(repository.resolve("config"), configuration, StandardOpenOption.APPEND);
    Files.createDirectories(repository.resolve("info"));
    Files.createDirectories(repository.resolve("objects/info"));
    Files.writeString(
        repository.resolve("objects/info/alternates"), quoted(rules.objects()) + "\n");
    Files.writeString(repository.resolve("info/exclude"), rules.exclude());
    Files.writeString(repository.resolve("info/attributes"), rules.attributes());
    if (!rules.shallow().isEmpty()) {
      Files.writeString(repository.resolve("shallow"), rules.shallow());
    }
  }

  /** A line of {@code objects/info/alternates}; git reads a name in quotes like one of C. */
  public static String quoted(Path objects) {
    String text = objects.toString();
    return text.startsWith("\"") || text.contains("\n")
        ? '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"'
        : text;
  }

  /** Also reads the objects of another repository, which must stay as long as this one. */
  public static void borrow(Path repository, Path objects) throws IOException {
    Path alternates = repository.resolve("objects/info/alternates");
    String line = quoted(objects);
    if (Files.readString(alternates).lines().noneMatch(line::equals)) {
      Files.writeString(alternates, line + "\n", StandardOpenOption.APPEND);
    }
  }
}
