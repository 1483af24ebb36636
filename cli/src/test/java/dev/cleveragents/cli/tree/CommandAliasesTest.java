package dev.cleveragents.cli.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.TestCli;
import dev.cleveragents.cli.TestCli.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandAliasesTest {

  @ParameterizedTest
  @CsvSource({
    "status, plan status",
    "diff --stat, plan diff",
    "--json diff 8K4T, plan diff",
    "--format json --data-dir status apply --yes, plan apply",
    "undo, plan undo",
    "log --follow, plan log",
    "resume, plan resume",
    "cancel 8K4T, plan cancel",
    "ps, plan list",
    "ls, plan list",
    "show 8K4T, plan status",
    "plan ls, plan list",
    "plan show 8K4T, plan status",
    "job ls, job list",
    "sandbox rm 8K4T, sandbox remove",
    "project rm shop, project delete",
    "project add shop, project create",
    "action add a.yaml, action create",
    "worker show, worker status",
    "config show format, config get",
    "prompt show execution, prompt show",
    "run status, run"
  })
  void aCommandWorksByItsUsualOtherName(String line, String command) {
    assertThat(Invocation.of(line.split(" ")).name()).isEqualTo(command);
  }

  @Test
  void helpKnowsTheOtherNamesToo(@TempDir Path home) {
    TestCli cli = new TestCli(home);

    assertThat(cli.run("help", "ps").out())
        .isEqualTo(cli.run("ps", "--help").out())
        .startsWith("Usage: agents plan list ");
  }

  @ParameterizedTest
  @CsvSource({
    "stauts, plan status, agents plan status",
    "plan stop, pause, agents help plan pause",
    "stop, plan pause, agents help plan pause",
    "action rm, archive, agents help action archive",
    "config rm, unset, agents help config unset",
    "approve, approvals, agents approvals",
    "verison, version, agents version",
    "job lits, list, agents job list",
    "help lits, plan list, agents plan list",
  })
  void anUnknownCommandNamesTheNearest(String line, String near, String next, @TempDir Path home) {
    Run run = new TestCli(home).run(line.split(" "));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("hint: Did you mean '%s'?\nnext: %s\n".formatted(near, next));
  }

  @Test
  void aMissingArgumentIsShownByAnExample(@TempDir Path home) {
    assertThat(new TestCli(home).run("project", "delete").err())
        .contains("Missing required parameter: 'NAME'.", "For example: agents project delete shop");
  }
}
