package dev.cleveragents.engine.plan.brief;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import dev.cleveragents.engine.definition.ToolGuards;
import dev.cleveragents.engine.definition.ToolPattern;
import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.Name;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The stored form of a profile: changing it would make stored plans unreadable. */
class ProfileJsonTest {

  @Test
  void theProfileOfAPlanIsStoredInThisForm() {
    Map<Gate, Double> thresholds = new EnumMap<>(Gate.class);
    for (Gate gate : Gate.values()) {
      thresholds.put(gate, 0.5);
    }
    AutomationProfile profile =
        new AutomationProfile(
            Name.of("careful"),
            "Asks.",
            thresholds,
            false,
            List.of(new ToolGuards(List.of(ToolPattern.of("run_command(rm *)")), null, 5)));
    String stored =
        """
        {"name":"local/careful","description":"Asks.","attended":false,\
        "thresholds":{"strategize":0.5,"execute":0.5,"apply":0.5,"edit_file":0.5,"create_file":0.5,\
        "delete_file":0.5,"run_command":0.5,"use_network":0.5,"install_dependency":0.5,\
        "spawn_subplan":0.5,"replan":0.5,"retry":0.5},\
        "guards":[{"deny":["run_command(rm *)"],"allow":null,"calls_per_step":5}]}\
        """;

    assertThat(Json.write(ProfileJson.write(profile))).isEqualTo(stored);
    assertThat(ProfileJson.read(JsonPart.of(stored))).isEqualTo(profile);
  }
}
