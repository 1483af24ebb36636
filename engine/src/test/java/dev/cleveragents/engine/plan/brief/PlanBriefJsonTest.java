package dev.cleveragents.engine.plan.brief;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.engine.actor.AgentLimits;
import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import dev.cleveragents.engine.definition.SubplanRules;
import dev.cleveragents.engine.definition.ToolGuards;
import dev.cleveragents.engine.definition.ToolPattern;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.plan.brief.PlanBrief.Rules;
import dev.cleveragents.engine.plan.brief.PlanBrief.Target;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.tool.WorkPlace;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.apply.request.Destination;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceSettings;
import dev.cleveragents.workspace.resource.ResourceType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The stored form of briefs: stores of earlier versions hold it, so it may not change. */
class PlanBriefJsonTest {

  private static final String PROFILE =
      """
      "profile":{"name":"local/careful","description":"Asks.","attended":true,\
      "thresholds":{"strategize":0.0,"execute":0.5,"apply":1.0,"edit_file":0.0,"create_file":0.0,\
      "delete_file":0.0,"run_command":0.0,"use_network":0.0,"install_dependency":0.0,\
      "spawn_subplan":0.0,"replan":0.0,"retry":0.0}\
      """;

  private static final String COMMAND =
      """
      {"strategy":{"kind":"script","actor":"scripted","yaml":"name: a\\n"},\
      "execution":{"kind":"command","actor":"exec","line":"make {goal}","fix":null,\
      "deadline_ms":60000,"passed_on":["KEY"],"retries":2},\
      "targets":[{"resource":"local/app","type":"git-checkout","location":"/srv/app",\
      "copy_in":[".env"],"set_up":"npm ci","base":"abc","branch":"refs/heads/main"}],\
      "checks":[{"name":"local/tests","command":"make test","required":true,"deadline_ms":1500,\
      "parallel":true}],\
      "read_only":true,\
      """
          + PROFILE
          + """
          ,"guards":[{"deny":["run_command(rm *)"],"allow":null,"calls_per_step":5},\
          {"deny":[],"allow":["edit_file"],"calls_per_step":null}]}}\
          """;

  private static final String UNDO =
      """
      {"strategy":{"kind":"plain"},\
      "execution":{"kind":"undo","plan":"01ARZ3NDEKTSV4RRFFQ69G5FAV"},\
      "targets":[{"resource":"local/app","type":"fs-directory","location":"/srv/app",\
      "copy_in":[],"set_up":null,"base":"abc","branch":null}],"checks":[],"read_only":false,\
      """
          + PROFILE
          + "}}";

  @Test
  void aBriefWithACommandIsStoredInThisForm() {
    Resource resource =
        new Resource(
            Name.of("app"),
            ResourceType.GIT_CHECKOUT,
            Path.of("/srv/app"),
            new ResourceSettings(List.of(".env"), "npm ci"));
    ToolGuards deny = new ToolGuards(List.of(ToolPattern.of("run_command(rm *)")), null, 5);
    ToolGuards allow = new ToolGuards(List.of(), List.of(ToolPattern.of("edit_file")), null);
    PlanBrief brief =
        new PlanBrief(
            new Work.ByScript("scripted", "name: a\n"),
            new Work.ByCommand("exec", "make {goal}", null, Duration.ofMinutes(1), List.of("KEY"))
                .withRetries(2),
            List.of(new Target(resource, "abc", "refs/heads/main")),
            List.of(
                new ValidationSpec(
                    Name.of("tests"), "make test", true, Duration.ofMillis(1500), true)),
            new Rules(true, profile(List.of(deny, allow))),
            PlanBrief.Reviews.NONE);

    assertThat(PlanBriefJson.write(brief)).isEqualTo(COMMAND);
    assertThat(PlanBriefJson.read(COMMAND)).isEqualTo(brief);
  }

  @Test
  void aBriefOfBeforeThereWereGuardsIsRead() {
    Resource resource = Resource.of(Name.of("app"), ResourceType.FS_DIRECTORY, Path.of("/srv/app"));
    PlanBrief brief =
        new PlanBrief(
            new Work.Plain(),
            new Work.Undo(PlanId.parse("01ARZ3NDEKTSV4RRFFQ69G5FAV")),
            List.of(new Target(resource, "abc", null)),
            List.of(),
            new Rules(false, profile(List.of())),
            PlanBrief.Reviews.NONE);

    assertThat(PlanBriefJson.read(UNDO)).isEqualTo(brief);
    assertThat(PlanBriefJson.write(brief)).isEqualTo(UNDO.replace("}}}", "},\"guards\":[]}}"));
  }

  @Test
  void theFolderOfTheWorkAndTheDeliveryAreReadAsTheyWereWritten() {
    WorkPlace place = new WorkPlace(Name.of("app"), "sub/folder");
    PlanBrief brief =
        new PlanBrief(
            new Work.Plain(),
            new Work.Plain(),
            List.of(),
            List.of(ValidationSpec.required(Name.of("check"), "make").in(place)),
            new Rules(false, profile(List.of())),
            PlanBrief.Reviews.NONE,
            place,
            new Delivery(new Destination.NewBranch("topic"), "Say it", false),
            new PlanBrief.Part(
                "first",
                "src/a.txt",
                new SubplanRules(
                    SubplanRules.Mode.SEQUENTIAL,
                    4,
                    SubplanRules.Merge.LAST_WINS,
                    true,
                    new SubplanRules.Limits(Duration.ofMinutes(5), 2, 3))));

    assertThat(PlanBriefJson.read(PlanBriefJson.write(brief))).isEqualTo(brief);
  }

  @Test
  void subplansAreReadAsTheyWereWritten() {
    Work.ByCommand command =
        new Work.ByCommand("exec", "make", null, Duration.ofMinutes(1), List.of());
    Work split =
        new Work.BySubplans(
            List.of(
                new Subplan("a", "do a", command, "a.txt", List.of()),
                new Subplan("b", "do b", new Work.Plain(), null, List.of("a"))),
            new SubplanRules(3, true),
            command);
    PlanBrief brief =
        new PlanBrief(
            new Work.Plain(),
            split,
            List.of(),
            List.of(),
            new Rules(false, profile(List.of())),
            PlanBrief.Reviews.NONE);

    assertThat(PlanBriefJson.read(PlanBriefJson.write(brief))).isEqualTo(brief);
  }

  @Test
  void aBriefOfModelsIsReadAsItWasWritten() {
    Work model =
        new Work.ByModel(
            "thinker", List.of(ModelName.of("openai/gpt-5")), new AgentLimits(7, 9), "be brief");
    Work withServer =
        new Work.ByModel(
            "asker",
            List.of(ModelName.of("openai/gpt-5")),
            new AgentLimits(7, 9),
            "",
            List.of("name: notes\ncommand: notes\n"));
    PlanBrief brief =
        new PlanBrief(
            model,
            model,
            List.of(),
            List.of(),
            new Rules(false, profile(List.of())),
            new PlanBrief.Reviews(withServer, model, null, List.of("keep the API")));

    assertThat(PlanBriefJson.read(PlanBriefJson.write(brief))).isEqualTo(brief);
    assertThat(PlanBriefJson.write(brief))
        .contains(
            "{\"kind\":\"model\",\"actor\":\"thinker\",\"models\":[\"openai/gpt-5\"],\"turns\":7,"
                + "\"tool_calls\":9,\"instructions\":\"be brief\"}",
            "\"invariants\":[\"keep the API\"]");
  }

  private static AutomationProfile profile(List<ToolGuards> guards) {
    Map<Gate, Double> thresholds = new LinkedHashMap<>();
    for (Gate gate : Gate.values()) {
      thresholds.put(gate, 0.0);
    }
    thresholds.put(Gate.EXECUTE, 0.5);
    thresholds.put(Gate.APPLY, 1.0);
    return new AutomationProfile(Name.of("careful"), "Asks.", thresholds, true, guards);
  }
}
