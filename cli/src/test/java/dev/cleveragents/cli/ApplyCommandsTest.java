package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.TestCli.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Choosing hunk by hunk at a terminal; the repository is where the person is. */
class ApplyCommandsTest {

  private static final String TEN = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";

  @TempDir private Path folder;
  private TestShop shop;

  @BeforeEach
  void aPlanThatIsCarriedOut() throws Exception {
    shop = TestShop.in(folder);
    shop.commit("ten.txt", TEN);
    String work =
        "echo plan >> a.txt; echo new > new.txt;"
            + " sed -e 's/^1$/one/' -e 's/^10$/ten/' ten.txt > t; mv t ten.txt";
    assertThat(cli("").run("run", "change it", "--exec", work).exitCode()).isEqualTo(4);
  }

  private TestCli cli(String answers) {
    return shop.cli().answering(answers);
  }

  private Run choose(String answers) {
    return cli(answers).onTerminal().run("plan", "apply", "--choose", "--format", "plain");
  }

  private String applied() throws Exception {
    return shop.git("diff", "--name-only", "HEAD^", "HEAD").replace('\n', ' ');
  }

  @Test
  void eachHunkIsAskedForAndOnlyTheChosenOnesAreApplied() throws Exception {
    Run run = choose("n\ny\n?\n\nx\nn\ny\ny\n");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err())
        .contains("Hunk 4 of 4, ten.txt #2: apply it [y,n,a,d,q,?]?", "Apply this to your files?");
    assertThat(run.err().split("Hunk 3 of 4", -1)).as("unknown answers ask again").hasSize(5);
    assertThat(run.out())
        .contains("d - do not apply this", "+ten", "Chosen: 2 of 4 hunks, in 2 files")
        .contains("2 files changed, 2 insertions(+), 1 deletion(-)");
    assertThat(applied()).isEqualTo("new.txt ten.txt");
    assertThat(shop.read("ten.txt")).isEqualTo(TEN.replace("10", "ten"));
    assertThat(run.out()).contains("rest in");
  }

  @Test
  void theDiffIsShownAtTheQuestionOfApply() throws Exception {
    Run run = cli("d\ny\n").onTerminal().run("plan", "apply", "--format", "plain");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err().split("\\[y/N/d for the diff\\]", -1)).hasSize(3);
    assertThat(run.out()).contains("+one");
  }

  @Test
  void theLettersMeanWhatTheyMeanToGit() throws Exception {
    assertThat(choose("n\nn\na\ny\n").exitCode()).isZero();
    assertThat(applied()).isEqualTo("ten.txt");
    assertThat(shop.read("ten.txt")).isEqualTo(TEN.replace("1\n2", "one\n2").replace("10", "ten"));
    assertThat(choose("y\nq\ny\n").exitCode()).isZero();
    assertThat(applied()).isEqualTo("a.txt");
  }

  @Test
  void aHunkIsSplitAtTheLinesBetweenItsChanges() throws Exception {
    String work =
        "sed -e 's/^3$/three/' -e 's/^5$/five/' -e 's/^6$/six/' ten.txt > t; mv t ten.txt";
    assertThat(cli("").run("run", "numbers", "--exec", work).exitCode()).isEqualTo(4);

    Run run = choose("s\nn\ny\ny\n");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err())
        .contains("Hunk 1 of 1, ten.txt #1: apply it [y,n,a,d,q,s,?]?")
        .contains("Hunk 1 of 2, ten.txt #1a: apply it [y,n,a,d,q,?]?")
        .contains("Hunk 2 of 2, ten.txt #1b: apply it");
    assertThat(run.out()).contains("@@ -1,4 +1,4 @@ #1a", "@@ -4,6 +4,6 @@ #1b");
    assertThat(shop.read("ten.txt")).isEqualTo(TEN.replace("5\n6", "five\nsix"));
    assertThat(run.out()).contains("rest in");
    String rest = cli("").run("plan", "list", "--json").json().at("/data/plans/0/id").asText();
    assertThat(cli("").run("plan", "apply", rest, "--yes").exitCode()).isZero();
    assertThat(shop.read("ten.txt"))
        .isEqualTo(TEN.replace("5\n6", "five\nsix").replace("3", "three"));
  }

  @Test
  void theQuestionShowsOnlyTheSelectedPart() {
    Run run = cli("").run("plan", "apply", "--only", "ten.txt:2");
    assertThat(run.exitCode()).isEqualTo(4);
    assertThat(run.out() + run.err()).contains("1 file changed, 1 insertion(+), 1 deletion(-)");
  }

  @Test
  void choosingNothingOrHavingNoTerminalChangesNothing() throws Exception {
    assertThat(choose("n\nn\nd\n").exitCode()).isEqualTo(4);
    assertThat(choose("").err()).contains("Nothing was chosen");
    assertThat(choose("y\nq\nn\n").err()).contains("Not confirmed", "--choose");
    Run alone = cli("").run("plan", "apply", "--choose");
    assertThat(alone.exitCode()).isEqualTo(2);
    assertThat(alone.err()).contains("--only");
    assertThat(shop.git("rev-list", "--count", "HEAD")).isEqualTo("2");
    Run both = cli("").run("plan", "apply", "--choose", "--only", "a.txt");
    assertThat(both.exitCode()).isEqualTo(2);
  }

  @Test
  void aFailedApplyIsRetriedAndNotOnlyReportedAgain() throws Exception {
    failing("plan", "apply", "--yes");
    assertThat(cli("").run("plan", "status").out()).contains("apply/errored");

    Run again = cli("").run("plan", "apply", "--yes");

    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(applied()).isEqualTo("a.txt new.txt ten.txt");
  }

  @Test
  void applyAllAfterAFailedPartAppliesEverything() throws Exception {
    failing("plan", "apply", "--only", "a.txt", "--yes");

    assertThat(cli("").run("plan", "apply", "--yes").exitCode()).isZero();

    assertThat(applied()).isEqualTo("a.txt new.txt ten.txt");
  }

  /** Runs a command while git cannot read what is committed. */
  private void failing(String... line) throws Exception {
    String id = shop.git("rev-parse", "HEAD^{tree}");
    Path tree =
        shop.repository().resolve(".git/objects/" + id.substring(0, 2) + "/" + id.substring(2));
    Path away = folder.resolve("away");
    Files.move(tree, away);
    Run failed = cli("").run(line);
    assertThat(failed.exitCode()).as(failed.out() + failed.err()).isEqualTo(1);
    Files.move(away, tree);
  }
}
