package dev.cleveragents.workspace.apply.git;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
    if (git.ask("config", "--type=bool", "commit.gpgSign").text().equals("true")) {
      line.add("-S");
    }
    boolean known =
        !git.ask("config", "user.name").text().isBlank()
            && !git.ask("config", "user.email").text().isBlank();
    GitCalls author = known ? git : asOurselves(git);
    String id =
        author.run(message.getBytes(StandardCharsets.UTF_8), line.toArray(String[]::new)).text();
    return new NewCommit(
        id,
        known
            ? null
            : "git has no name and e-mail of yours, so the author of the commit is %s; set them with 'git config --global user.name …' and 'git config --global user.email …'"
                .formatted(NAME));
  }

  /** Git for which the author and committer are ourselves. */
  static GitCalls asOurselves(GitCalls git) {
    return git.with("GIT_AUTHOR_NAME", NAME)
        .with("GIT_AUTHOR_EMAIL", EMAIL)
        .with("GIT_COMMITTER_NAME", NAME)
        .with("GIT_COMMITTER_EMAIL", EMAIL);
  }
}
