package dev.cleveragents.workspace.sandbox.tree;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

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

  private AlternatesRepository() {}

  /**
   * Makes one.
   *
   * @param git with no repository in particular
   */
  public static void make(Git git, Path repository, RepositoryRules rules, CancellationToken token)
      throws InterruptedException, IOException {
    git.run(
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
    Files.writeString(repository.resolve("objects/info/alternates"), rules.objects() + "\n");
    Files.writeString(repository.resolve("info/exclude"), rules.exclude());
    Files.writeString(repository.resolve("info/attributes"), rules.attributes());
    if (!rules.shallow().isEmpty()) {
      Files.writeString(repository.resolve("shallow"), rules.shallow());
    }
  }
}
