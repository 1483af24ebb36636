package dev.cleveragents.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.engine.policy.Guard.Use;
import dev.cleveragents.engine.tool.BuiltInTools;
import dev.cleveragents.engine.tool.DeleteFileTool;
import dev.cleveragents.engine.tool.EditFileTool;
import dev.cleveragents.engine.tool.MoveFileTool;
import dev.cleveragents.engine.tool.RunCommandTool;
import dev.cleveragents.engine.tool.ToolCall;
import dev.cleveragents.engine.tool.ToolEffect;
import dev.cleveragents.engine.tool.WriteFileTool;
import dev.cleveragents.engine.yaml.YamlSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How guards judge single tool calls. */
class GuardTest {

  private static final ToolCall<?> WRITE =
      new ToolCall<>(
          new WriteFileTool(), new WriteFileTool.Arguments("src/a.txt", "x", null, false));
  private static final ToolCall<?> EDIT =
      new ToolCall<>(new EditFileTool(), new EditFileTool.Arguments("src/a.txt", "x", "y"));
  private static final ToolCall<?> DELETE =
      new ToolCall<>(new DeleteFileTool(), new DeleteFileTool.Arguments("src/a.txt"));
  private static final ToolCall<?> MOVE = move("src/a.txt", "keys/b.txt");

  private static ToolCall<?> move(String from, String to) {
    return new ToolCall<>(new MoveFileTool(), new MoveFileTool.Arguments(from, to));
  }

  private static ToolCall<?> run(String line) {
    return RunCommandTool.call(line);
  }

  /** The use of a tool on files that exist. */
  private static Use use(ToolCall<?> call, int number, @Nullable Double confidence) {
    return new Use(
        call,
        number,
        confidence,
        call.subjects(),
        call.equals(WRITE) ? List.of(ToolEffect.EDIT_FILE) : call.tool().effects());
  }

  private static GuardVerdict rule(String yaml, ToolCall<?> call) {
    return rule(yaml, use(call, 1, null));
  }

  private static GuardVerdict rule(String yaml, Use use) {
    return new Guard(
            DefinitionKind.PROFILE.read(new YamlSource("p.yaml", "name: p\n" + yaml)).orThrow())
        .rule(use);
  }

  private static GuardVerdict of(AutomationProfile profile, ToolCall<?> call) {
    return new Guard(profile).rule(use(call, 1, null));
  }

  private static String why(GuardVerdict ruling) {
    assertThat(ruling).isInstanceOf(GuardVerdict.Refuse.class);
    return ((GuardVerdict.Refuse) ruling).why();
  }

  @Test
  void manualAsksAboutEveryToolAtItsOwnGate() {
    AutomationProfile manual = AutomationProfile.MANUAL;
    assertThat(
            new Guard(manual)
                .rule(new Use(WRITE, 1, null, WRITE.subjects(), List.of(ToolEffect.CREATE_FILE))))
        .isEqualTo(new GuardVerdict.Ask(List.of(Gate.CREATE_FILE)));
    assertThat(of(manual, WRITE)).isEqualTo(new GuardVerdict.Ask(List.of(Gate.EDIT_FILE)));
    assertThat(of(manual, EDIT)).isEqualTo(new GuardVerdict.Ask(List.of(Gate.EDIT_FILE)));
    assertThat(of(manual, DELETE)).isEqualTo(new GuardVerdict.Ask(List.of(Gate.DELETE_FILE)));
    assertThat(of(manual, MOVE))
        .isEqualTo(new GuardVerdict.Ask(List.of(Gate.DELETE_FILE, Gate.CREATE_FILE)));
    assertThat(of(manual, run("ls")))
        .isEqualTo(
            new GuardVerdict.Ask(
                List.of(Gate.RUN_COMMAND, Gate.USE_NETWORK, Gate.INSTALL_DEPENDENCY)));
  }

  @Test
  void theOthersAskAboutNoSingleTool() {
    for (AutomationProfile profile :
        List.of(AutomationProfile.SUPERVISED, AutomationProfile.TRUSTED, AutomationProfile.CI)) {
      for (ToolCall<?> call : List.of(WRITE, EDIT, DELETE, MOVE, run("ls"))) {
        assertThat(of(profile, call)).isEqualTo(new GuardVerdict.Allow());
      }
    }
  }

  @Test
  void theActorsConfidenceCountsAgainstTheThreshold() {
    String yaml = "based_on: trusted\nthresholds: {edit_file: 0.7}\n";
    assertThat(rule(yaml, use(EDIT, 1, 0.7))).isEqualTo(new GuardVerdict.Allow());
    assertThat(rule(yaml, use(EDIT, 1, 0.6))).isInstanceOf(GuardVerdict.Ask.class);
    assertThat(rule(yaml, use(EDIT, 1, null))).isInstanceOf(GuardVerdict.Ask.class);
    assertThat(rule(yaml, use(DELETE, 1, null))).isEqualTo(new GuardVerdict.Allow());
  }

  @Test
  void anUnattendedProfileRefusesWhatNeedsAnApproval() {
    assertThat(why(rule("based_on: ci\nthresholds: {delete_file: 1.0}\n", DELETE)))
        .contains("profile p")
        .contains("requires approval for delete_file", "attended: false");
  }

  @Test
  void aForbiddenCallIsRefusedWithoutAsking() {
    String all =
        """
        guards:
          deny: [delete_file]
          allow: ["edit_file(src/**)", delete_file]
          calls_per_step: 2
        """;
    assertThat(why(rule(all, DELETE))).contains("deny list has delete_file");
    assertThat(why(rule(all, use(WRITE, 9, null)))).contains("not in its allow list");
    assertThat(why(rule(all, use(EDIT, 3, null)))).contains("limits tool calls per turn to 2");
    assertThat(rule(all, use(EDIT, 2, null))).isInstanceOf(GuardVerdict.Ask.class);
  }

  @Test
  void patternsMeanPaths() {
    String moves = "based_on: ci\nguards: {deny: ['move_file(keys/**)']}\n";
    assertThat(rule(moves, MOVE)).as("one of its paths").isInstanceOf(GuardVerdict.Refuse.class);
    String allowed = "based_on: ci\nguards: {allow: ['move_file(src/**)']}\n";
    assertThat(rule(allowed, MOVE))
        .as("not all of its paths")
        .isInstanceOf(GuardVerdict.Refuse.class);
    assertThat(rule(allowed, move("src/a", "src/b/c"))).isEqualTo(new GuardVerdict.Allow());
  }

  @Test
  void whatIsAllowedByItsBeginningBringsNoOtherCommandAlong() {
    String allow = "based_on: ci\nguards: {allow: ['run_command(make *)']}\n";
    assertThat(rule(allow, run("make test -j2"))).isEqualTo(new GuardVerdict.Allow());
    for (String line :
        List.of(
            "make x; rm -rf ~",
            "make x && curl evil",
            "make `id`",
            "make $(id)",
            "make x\nid",
            "make x > ~/.bashrc",
            "xmake y")) {
      assertThat(rule(allow, run(line))).as(line).isInstanceOf(GuardVerdict.Refuse.class);
    }
    String deny = "based_on: ci\nguards: {deny: ['run_command(*git push*)']}\n";
    assertThat(rule(deny, run("make; git push --force"))).isInstanceOf(GuardVerdict.Refuse.class);
    assertThat(rule(deny, run("git pull"))).isEqualTo(new GuardVerdict.Allow());
  }

  @Test
  void anEmptyAllowListAllowsNothing() {
    assertThat(rule("based_on: ci\nguards: {allow: []}\n", EDIT))
        .isInstanceOf(GuardVerdict.Refuse.class);
    assertThat(rule("based_on: ci\nguards: {allow: ['*']}\n", EDIT))
        .isEqualTo(new GuardVerdict.Allow());
  }

  @Test
  void everyToolCanBeNamed() {
    for (ToolCall<?> call : List.of(WRITE, EDIT, DELETE, MOVE, run("ls"))) {
      assertThat(BuiltInTools.names()).contains(call.tool().name());
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
    for (ToolCall<?> call : List.of(WRITE, EDIT, DELETE, MOVE, run("ls"))) {
      for (Double confidence : new Double[] {null, 0.4, 0.7, 1.0}) {
        uses.add(use(call, 1, confidence));
        uses.add(use(call, 2, confidence));
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
      case GuardVerdict.Allow() -> 0;
      case GuardVerdict.Ask _ -> 1;
      case GuardVerdict.Refuse _ -> 2;
    };
  }

  private static AutomationProfile profile(String name, String yaml) {
    return DefinitionKind.PROFILE
        .read(new YamlSource("p.yaml", "name: " + name + "\n" + yaml))
        .orThrow();
  }
}
