package dev.cleveragents.cli.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.TestCli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

class CompletionTest {

  /** Arguments whose values are free, so that there is nothing to offer. */
  private static final Set<String> FREE =
      Set.of(
          "--add",
          "--after",
          "--answer",
          "--guidance",
          "--with-exec",
          "--arg",
          "--attempts",
          "--branch",
          "--breadth",
          "--budget",
          "--check",
          "--concurrency",
          "--copy-in",
          "--deadline",
          "--decision",
          "--deny",
          "--depth",
          "--each",
          "--entity",
          "--exec",
          "--fix",
          "--for",
          "--grace",
          "--idempotency-key",
          "--ignore-checks",
          "--invariant",
          "--key",
          "--limit",
          "--message",
          "--name",
          "--parallel",
          "--older-than",
          "--patch",
          "--prefer",
          "--priority",
          "--reason",
          "--reserve",
          "--retries",
          "--revert",
          "--revision",
          "--set-up",
          "--step",
          "--type",
          "--window",
          "--within",
          "COMMAND",
          "GOAL",
          "NAME",
          "PROMPT",
          "QUERY",
          "SANDBOX",
          "VALUE");

  @TempDir private Path home;

  private List<String> words(String typed, String... before) {
    String[] arguments =
        Stream.concat(Stream.of(CompleteCommand.NAME, typed), Stream.of(before))
            .toArray(String[]::new);
    TestCli.Run run = new TestCli(home).run(arguments);
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    return run.out().lines().map(line -> line.replaceFirst("\t.*", "")).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "ver, '', version",
    "dif, '', diff",
    "pla, '', plan",
    "sta, plan, status",
    "dif, help plan, diff",
    "--st, plan diff, --stat",
    "--st, diff, --stat",
    "js, --format, json",
    "--format=j, version, --format=json",
    "js, version --format =, json",
    "tru, run --profile, trusted",
    "fi, completion, fish",
    "claude, run GOAL --actor, claude-code",
    "budget.p, config get, budget.plan",
    "fs, resource add web --type, fs-directory",
    "fail, job list --status, failed",
    "acto, schema, actor",
    "'', action create, :files",
    "'', init, :folders",
  })
  void theOneThatFitsIsOffered(String typed, String before, String offered) {
    assertThat(words(typed, before.isEmpty() ? new String[0] : before.split(" ")))
        .containsExactly(offered);
  }

  @Test
  void namesOfTheStoreAreOffered() throws IOException {
    TestCli cli = new TestCli(home);
    Path file = home.resolve("nightly.yaml");
    Files.writeString(
        file,
        "name: nightly\ndescription: Builds.\nexecution_actor: claude-code\ndefinition_of_done: It builds.\n");
    assertThat(cli.run("action", "create", file.toString()).err()).isEmpty();
    cli.run("resource", "add", "web", home.toString(), "--type", "fs-directory");
    cli.run("project", "create", "shop", "--resource", "web");

    assertThat(words("", "plan", "use")).containsExactly("nightly");
    assertThat(words("", "action", "show")).containsExactly("nightly");
    assertThat(words("", "run", "--project")).containsExactly("shop");
    assertThat(words("", "project", "link", "shop")).containsExactly("web");
    assertThat(words("", "project", "create")).isEmpty();
    assertThat(words("", "plan", "diff", "--data-dir", home.resolve("x").toString())).isEmpty();
  }

  @Test
  void anOptionIsOfferedOnceUnlessItRepeats() {
    assertThat(words("--", "run", "--yes", "--check", "true"))
        .contains("--check")
        .doesNotContain("--yes");
  }

  @Test
  void whatFailsOffersNothing() throws IOException {
    Files.createDirectories(home.resolve(".cleveragents"));
    Files.writeString(home.resolve(".cleveragents/cleveragents.db"), "no database");

    assertThat(words("", "plan", "diff")).isEmpty();
    assertThat(words("", "nothing", "like", "this")).isEmpty();
  }

  @Test
  void everyArgumentHasASourceOrIsFree() {
    Set<String> unknown = new TreeSet<>();
    CommandHelpTest.leaves(CommandTree.whole())
        .map(CommandLine::getCommandSpec)
        .forEach(command -> unknown.addAll(withoutSource(command)));

    unknown.removeAll(FREE);
    assertThat(unknown).isEmpty();
  }

  private static List<String> withoutSource(CommandSpec command) {
    return command.args().stream()
        .filter(argument -> argument.arity().max() > 0)
        .filter(argument -> CompletionValues.of(argument, command).isEmpty())
        .map(CompletionTest::key)
        .toList();
  }

  private static String key(ArgSpec argument) {
    return argument instanceof CommandLine.Model.OptionSpec option
        ? option.longestName()
        : argument.paramLabel();
  }
}
