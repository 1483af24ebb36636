package dev.cleveragents.cli.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.settings.GlobalOptions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CommandTreeTest {

  @Test
  void everyCommandIsKnownByTheNameItHas() {
    Map<String, CommandLine> whole = CommandTree.whole().getSubcommands();

    assertThat(whole).isNotEmpty();
    whole
        .keySet()
        .forEach(
            name ->
                assertThat(CommandTree.forArguments(new GlobalOptions(), name).getSubcommands())
                    .containsOnlyKeys(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "version",
        "--json version",
        "--format json version",
        "--format=json version",
        "--data-dir info version",
        "-v version info"
      })
  void onlyTheCommandThatTheArgumentsNameIsDescribed(String line) {
    assertThat(
            CommandTree.forArguments(new GlobalOptions(), line.split(" "))
                .getSubcommands()
                .keySet())
        .containsExactly("version");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--json", "verison", "--data-dir", "--data-dir version"})
  void whereNoneIsNamedAllAre(String line) {
    assertThat(CommandTree.forArguments(new GlobalOptions(), line.split(" ")).getSubcommands())
        .hasSameSizeAs(CommandTree.whole().getSubcommands());
  }
}
