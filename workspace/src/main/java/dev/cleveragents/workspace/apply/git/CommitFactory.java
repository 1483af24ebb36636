package dev.cleveragents.workspace.apply.git;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.Git.Answer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes the commit of a plan: by the user's identity, signed if the user signs. */
public final class CommitFactory {

  private static final String NAME = "CleverAgents";
  private static final String EMAIL = "cleveragents@localhost";

  /**
   * A commit that no branch has yet.
   *
   * @param hint worth telling the user, if anything is
   */
  public record NewCommit(String id, @Nullable String hint) {}

  private final GitCalls git;

  public CommitFactory(GitCalls git) {
    this.git = git;
  }

  public NewCommit make(String tree, @Nullable String parent, String message)
      throws InterruptedException {
    List<String> line = new ArrayList<>(List.of("commit-tree", tree, "-F", "-"));
    if (parent != null) {
      line.addAll(List.of("-p", parent));
    }
    Map<String, String> settings = settings();
    boolean signs = isTrue(settings.get("commit.gpgsign"));
    if (signs) {
      line.add("-S");
    }
    boolean known =
        Stream.of("user.name", "user.email")
            .noneMatch(key -> settings.getOrDefault(key, "").isBlank());
    GitCalls author = known ? git : asOurselves(git);
    if (signs) {
      // By a key of SSH git signs a file, which must not lie where commands of plans can write.
      author = author.with("TMPDIR", git.run("rev-parse", "--absolute-git-dir").text());
    }
    String id =
        author.run(message.getBytes(StandardCharsets.UTF_8), line.toArray(String[]::new)).text();
    return new NewCommit(
        id,
        known
            ? null
            : "git has no name and e-mail of yours, so the author of the commit is %s; set them with 'git config --global user.name …' and 'git config --global user.email …'"
                .formatted(NAME));
  }

  /** Asked for in one call. */
  private Map<String, String> settings() throws InterruptedException {
    Map<String, String> settings = new HashMap<>();
    Answer answer =
        git.ask("config", "--null", "--get-regexp", "^(user\\.(name|email)|commit\\.gpgsign)$");
    for (String item : Git.splitLeniently(answer.output())) {
      String[] parts = item.split("\n", 2);
      // Without a value it is a switch that is on.
      settings.put(parts[0], parts.length == 2 ? parts[1] : "true");
    }
    return settings;
  }

  /** As git reads a switch. */
  private static boolean isTrue(@Nullable String value) {
    return value != null
        && (Set.of("true", "yes", "on").contains(value.toLowerCase(Locale.ROOT))
            || value.matches("-?0*[1-9][0-9]*"));
  }

  /** Git for which the author and committer are ourselves. */
  static GitCalls asOurselves(GitCalls git) {
    return git.with("GIT_AUTHOR_NAME", NAME)
        .with("GIT_AUTHOR_EMAIL", EMAIL)
        .with("GIT_COMMITTER_NAME", NAME)
        .with("GIT_COMMITTER_EMAIL", EMAIL);
  }
}
