package dev.cleveragents.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.engine.definition.ToolPattern;
import dev.cleveragents.engine.policy.Guard.Use;
import dev.cleveragents.engine.tool.ToolCall;
import dev.cleveragents.engine.yaml.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What guards say about single uses of tools. */
class GuardTest {

  private static final ToolCall WRITE = new ToolCall.Write("src/a.txt", "x", false);
  private static final ToolCall EDIT = new ToolCall.Edit("src/a.txt", "x", "y");
  private static final ToolCall DELETE = new ToolCall.Delete("src/a.txt");
  private static final ToolCall MOVE = new ToolCall.Move("src/a.txt", "keys/b.txt");

  private static ToolCall run(String line) {
    return new ToolCall.Run(line, Map.of(), List.of(), Duration.ofSeconds(1));
  }

  private static Ruling rule(String yaml, ToolCall call) {
    return rule(yaml, new Use(call, 1, null, true));
  }

  private static Ruling rule(String yaml, Use use) {
    return new Guard(
            DefinitionKind.PROFILE.read(new Source("p.yaml", "name: p\n" + yaml)).orThrow())
        .rule(use);
  }

  private static Ruling of(AutomationProfile profile, ToolCall call, boolean replaces) {
    return new Guard(profile).rule(new Use(call, 1, null, replaces));
  }

  private static String why(Ruling ruling) {
    assertThat(ruling).isInstanceOf(Ruling.Refuse.class);
    return ((Ruling.Refuse) ruling).why();
  }

  @Test
  void manualAsksAboutEveryToolAtItsOwnGate() {
    AutomationProfile manual = AutomationProfile.MANUAL;
    assertThat(of(manual, WRITE, false)).isEqualTo(new Ruling.Ask(List.of(Gate.CREATE_FILE)));
    assertThat(of(manual, WRITE, true)).isEqualTo(new Ruling.Ask(List.of(Gate.EDIT_FILE)));
    assertThat(of(manual, EDIT, true)).isEqualTo(new Ruling.Ask(List.of(Gate.EDIT_FILE)));
    assertThat(of(manual, DELETE, true)).isEqualTo(new Ruling.Ask(List.of(Gate.DELETE_FILE)));
    assertThat(of(manual, MOVE, true))
        .isEqualTo(new Ruling.Ask(List.of(Gate.DELETE_FILE, Gate.CREATE_FILE)));
    assertThat(of(manual, run("ls"), true))
        .isEqualTo(
            new Ruling.Ask(List.of(Gate.RUN_COMMAND, Gate.USE_NETWORK, Gate.INSTALL_DEPENDENCY)));
  }

  @Test
  void theOthersAskAboutNoSingleTool() {
    for (AutomationProfile profile :
        List.of(AutomationProfile.SUPERVISED, AutomationProfile.TRUSTED, AutomationProfile.CI)) {
      for (ToolCall call : List.of(WRITE, EDIT, DELETE, MOVE, run("ls"))) {
        assertThat(of(profile, call, true)).isEqualTo(new Ruling.Go());
      }
    }
  }

  @Test
  void theActorsConfidenceCountsAgainstTheThreshold() {
    String yaml = "based_on: trusted\nthresholds: {edit_file: 0.7}\n";
    assertThat(rule(yaml, new Use(EDIT, 1, 0.7, true))).isEqualTo(new Ruling.Go());
    assertThat(rule(yaml, new Use(EDIT, 1, 0.6, true))).isInstanceOf(Ruling.Ask.class);
    assertThat(rule(yaml, new Use(EDIT, 1, null, true))).isInstanceOf(Ruling.Ask.class);
    assertThat(rule(yaml, new Use(DELETE, 1, null, true))).isEqualTo(new Ruling.Go());
  }

  @Test
  void nobodyIsAskedWhoIsNotThere() {
    assertThat(why(rule("based_on: ci\nthresholds: {delete_file: 1.0}\n", DELETE)))
        .contains("profile p")
        .contains("asks nobody");
  }

  @Test
  void nobodyIsAskedAboutWhatMayNotHappenAnyway() {
    String all =
        """
        guards:
          deny: [delete_file]
          allow: ["edit_file(src/**)", delete_file]
          calls_per_step: 2
        """;
    assertThat(why(rule(all, DELETE))).contains("deny list has delete_file");
    assertThat(why(rule(all, new Use(WRITE, 9, null, true)))).contains("not in its allow list");
    assertThat(why(rule(all, new Use(EDIT, 3, null, true)))).contains("2 uses of tools");
    assertThat(rule(all, new Use(EDIT, 2, null, true))).isInstanceOf(Ruling.Ask.class);
  }

  @Test
  void patternsMeanPaths() {
    String moves = "based_on: ci\nguards: {deny: ['move_file(keys/**)']}\n";
    assertThat(rule(moves, MOVE)).as("one of its paths").isInstanceOf(Ruling.Refuse.class);
    String allowed = "based_on: ci\nguards: {allow: ['move_file(src/**)']}\n";
    assertThat(rule(allowed, MOVE)).as("not all of its paths").isInstanceOf(Ruling.Refuse.class);
    assertThat(rule(allowed, new ToolCall.Move("src/a", "src/b/c"))).isEqualTo(new Ruling.Go());
  }

  @Test
  void whatIsAllowedByItsBeginningBringsNoOtherCommandAlong() {
    String allow = "based_on: ci\nguards: {allow: ['run_command(make *)']}\n";
    assertThat(rule(allow, run("make test -j2"))).isEqualTo(new Ruling.Go());
    for (String line :
        List.of(
            "make x; rm -rf ~",
            "make x && curl evil",
            "make `id`",
            "make $(id)",
            "make x\nid",
            "make x > ~/.bashrc",
            "xmake y")) {
      assertThat(rule(allow, run(line))).as(line).isInstanceOf(Ruling.Refuse.class);
    }
    String deny = "based_on: ci\nguards: {deny: ['run_command(*git push*)']}\n";
    assertThat(rule(deny, run("make; git push --force"))).isInstanceOf(Ruling.Refuse.class);
    assertThat(rule(deny, run("git pull"))).isEqualTo(new Ruling.Go());
  }

  @Test
  void anEmptyAllowListAllowsNothing() {
    assertThat(rule("based_on: ci\nguards: {allow: []}\n", EDIT)).isInstanceOf(Ruling.Refuse.class);
    assertThat(rule("based_on: ci\nguards: {allow: ['*']}\n", EDIT)).isEqualTo(new Ruling.Go());
  }

  @Test
  void everyToolCanBeNamed() {
    for (ToolCall call : List.of(WRITE, EDIT, DELETE, MOVE, run("ls"))) {
      assertThat(ToolPattern.TOOLS).contains(call.tool());
      assertThat(call.subjects()).isNotEmpty();
    }
  }

  @Test
  void whateverAChildIsGivenItIsNoLooserThanItsParent() {
    List<String> profiles =
        List.of(
            "based_on: ci\n",
            "based_on: ci\nthresholds: {edit_file: 1.0}\n",
            "based_on: trusted\nthresholds: {edit_file: 0.5, run_command: 0.9}\n",
            "based_on: trusted\nguards: {deny: [delete_file], calls_per_step: 1}\n",
            "based_on: trusted\nguards: {allow: ['edit_file(src/**)', run_command]}\n",
            "based_on: manual\n");
    List<Use> uses = new ArrayList<>();
    for (ToolCall call : List.of(WRITE, EDIT, DELETE, MOVE, run("ls"))) {
      for (Double confidence : new Double[] {null, 0.4, 0.7, 1.0}) {
        uses.add(new Use(call, 1, confidence, true));
        uses.add(new Use(call, 2, confidence, true));
      }
    }
    for (String parent : profiles) {
      for (String child : profiles) {
        AutomationProfile above = profile("parent", parent);
        AutomationProfile own = profile("child", child);
        AutomationProfile within = own.within(above);
        assertThat(uses)
            .as("%s within %s", child, parent)
            .allMatch(use -> strict(within, use) >= Math.max(strict(above, use), strict(own, use)));
      }
    }
  }

  private static int strict(AutomationProfile profile, Use use) {
    return switch (new Guard(profile).rule(use)) {
      case Ruling.Go() -> 0;
      case Ruling.Ask _ -> 1;
      case Ruling.Refuse _ -> 2;
    };
  }

  private static AutomationProfile profile(String name, String yaml) {
    return DefinitionKind.PROFILE
        .read(new Source("p.yaml", "name: " + name + "\n" + yaml))
        .orThrow();
  }
}
