package dev.cleveragents.workspace.sandbox.source;

import static dev.cleveragents.workspace.sandbox.WorkspaceFixture.GO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.resource.ResourceType;
import dev.cleveragents.workspace.sandbox.CountedGit;
import dev.cleveragents.workspace.sandbox.tree.RepositoryRules;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often git is started at the beginning of a plan, on whose start users wait. */
class CheckoutSourceTest {

  @TempDir Path folder;
  private GitRepository user;
  private CountedGit counted;

  @BeforeEach
  void makeRepository() throws Exception {
    user = GitRepository.init(folder.resolve("user")).write("a.txt", "a\n").commit("first");
    counted = new CountedGit(folder, user.directory());
  }

  @Test
  void theRulesOfARepositoryTakeTwoCalls() throws Exception {
    user.write(".git/info/exclude", "*.tmp\n");

    RepositoryRules rules = new CheckoutSource(counted.git()).rules(GO);

    assertThat(rules.objects()).isEqualTo(user.directory().toRealPath().resolve(".git/objects"));
    assertThat(rules.format()).isEqualTo("sha1");
    assertThat(rules.exclude()).isEqualTo("*.tmp\n");
    assertThat(counted.calls()).hasSize(2);
  }

  @Test
  void theFilesThatSayWhatGitRunsAreKnown() throws Exception {
    Path included = folder.resolve("included");
    user.git("config", "include.path", included.toString());
    user.git("config", "core.hooksPath", "../hooks");
    user.git("config", "--file", included.toString(), "filter.own.clean", "tr a b");

    RepositoryRules rules = new CheckoutSource(counted.git()).rules(GO);

    assertThat(rules.sources().stream().map(Path::normalize))
        .contains(included, folder.resolve("hooks"), user.directory().resolve(".git/config"));
    assertThat(rules.configuration())
        .contains(
            new RepositoryRules.Setting(
                "filter.own.clean", "cd '%s' && tr a b".formatted(user.directory())));
  }

  @Test
  void theProblemsOfARepositoryTakeTwoCalls() throws Exception {
    ResourceFindings findings =
        ResourceInspection.problems(ResourceType.GIT_CHECKOUT, counted.git(), GO);

    assertThat(findings.usable()).isTrue();
    assertThat(counted.calls()).hasSize(2);
  }

  @Test
  void aBaseIsKeptByOneCallAndOneThatIsGoneIsRefused() throws Exception {
    CheckoutSource source = new CheckoutSource(counted.git());
    PlanId plan = PlanId.parse("01M7TKNJMQ1GP8ZEB4RQQR0HHB");

    source.pin(plan, user.head(), GO);

    assertThat(counted.calls()).hasSize(1);
    assertThat(user.git("rev-parse", "refs/cleveragents/base/" + plan)).isEqualTo(user.head());
    assertThatThrownBy(() -> source.pin(plan, "1".repeat(40), GO))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("no longer in");
  }
}
