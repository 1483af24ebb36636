package dev.cleveragents.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.workspace.sandbox.CommandBounds;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SettingValuesTest {

  private final SettingPaths paths =
      new SettingPaths(Path.of("/home"), Path.of("/user"), Path.of("/work"));
  private final Map<String, String> variables = new HashMap<>();
  private final Map<String, Setting<String>> file = new HashMap<>();

  private SettingValues values() {
    return new SettingValues(paths, SettingKeys.ALL, variables, file);
  }

  @Test
  void aVariableOverridesTheFileAndThatTheDefault() {
    assertThat(values().shown(SettingKeys.STORE))
        .isEqualTo(new Setting<>("jdbc:sqlite:/home/cleveragents.db", Setting.DEFAULT));

    file.put("store.url", new Setting<>("jdbc:sqlite:a.db", "config.toml:1"));
    assertThat(values().shown(SettingKeys.STORE))
        .isEqualTo(new Setting<>("jdbc:sqlite:/home/a.db", "config.toml:1"));

    variables.put("CLEVERAGENTS_STORE_URL", "jdbc:sqlite:b.db");
    assertThat(values().shown(SettingKeys.STORE))
        .isEqualTo(new Setting<>("jdbc:sqlite:/work/b.db", "CLEVERAGENTS_STORE_URL"));
  }

  @Test
  void aPasswordIsNotShown() {
    variables.put("CLEVERAGENTS_STORE_URL", "jdbc:postgresql://db/x?user=me&password=hunter2");

    assertThat(values().shown(SettingKeys.STORE).value())
        .contains("user=me")
        .doesNotContain("hunter2");
  }

  @Test
  void anInvalidValueIsRefusedWithItsPlace() {
    file.put("sandbox.confine", new Setting<>("maybe", "config.toml:3"));

    assertThatThrownBy(() -> values().check())
        .hasMessage("config.toml:3: sandbox.confine: 'maybe' is not one of auto, off, require");
    file.put("sandbox.confine", new Setting<>("off", "config.toml:3"));
    assertThat(values().get(SettingKeys.CONFINE)).isEqualTo(CommandBounds.Mode.OFF);
  }

  @Test
  void aKeyIsInTheTableOnceWithADefaultAndAMeaning() {
    Set<String> names = new HashSet<>();
    for (SettingKey<?> key : SettingKeys.ALL) {
      assertThat(names.add(key.name())).as(key.name()).isTrue();
      assertThat(key.notes().meaning()).as(key.name()).isNotBlank();
      key.check(key.standard(), paths);
      assertThat(key.variable().orElse("CLEVERAGENTS_")).startsWith("CLEVERAGENTS_");
      assertThat(key.notes().inheritsFrom().map(names::contains).orElse(true)).isTrue();
    }
    assertThat(List.copyOf(names)).contains("store.url", "context.apply.exclude");
  }
}
