package dev.cleveragents.engine.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.outside.AgentOutput;
import dev.cleveragents.workspace.Name;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ActorPresetsTest {

  static Iterable<String> names() {
    return ActorPresets.NAMES;
  }

  @ParameterizedTest
  @MethodSource("names")
  void aPresetIsAnActorThatReadsItsTaskAndReportsItsCost(String name) {
    CommandActor preset = ActorPresets.find(Name.of(name)).orElseThrow();
    assertThat(preset.name()).isEqualTo(Name.of(name));
    assertThat(preset.line()).contains("\"$AGENTS_PROMPT\"").doesNotContain("\n");
    assertThat(preset.line()).contains(Objects.requireNonNull(preset.program().name()) + " ");
    assertThat(preset.program().install()).isNotBlank();
    assertThat(preset.program().output()).isEqualTo(name);
    assertThat(preset.deadline()).isPositive();
    assertThat(Template.of(preset.line()).placeholders()).isEmpty();
  }

  @Test
  void everyFormatHasAPreset() {
    assertThat(AgentOutput.formats()).containsExactlyInAnyOrderElementsOf(ActorPresets.NAMES);
  }

  @Test
  void anotherNameIsNoPreset() {
    assertThat(ActorPresets.find(Name.of("fixer"))).isEmpty();
    assertThat(ActorPresets.find(Name.of("other/codex"))).isEmpty();
  }

  @Test
  void aMissingProgramIsReportedWithTheWayToInstallIt(@TempDir Path folder) throws Exception {
    CommandActor codex = ActorPresets.find(Name.of("codex")).orElseThrow();
    String path = "/nowhere::" + folder;
    assertThat(ActorPresets.missing(codex, path))
        .hasValue(
            "codex needs the program 'codex', which is not on the PATH; install it: npm install -g"
                + " @openai/codex");
    Path file = Files.createFile(folder.resolve("codex"));
    assertThat(ActorPresets.missing(codex, path)).isPresent();
    assertThat(file.toFile().setExecutable(true)).isTrue();
    assertThat(ActorPresets.missing(codex, path)).isEmpty();
  }
}
