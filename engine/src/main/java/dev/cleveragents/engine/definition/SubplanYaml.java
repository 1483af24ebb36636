package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.definition.SubplanRules.Mode;
import dev.cleveragents.engine.yaml.Field;
import dev.cleveragents.engine.yaml.ProblemCollector;
import dev.cleveragents.engine.yaml.Shape.Flag;
import dev.cleveragents.engine.yaml.Shape.Keys;
import dev.cleveragents.engine.yaml.Shape.ListOf;
import dev.cleveragents.engine.yaml.Shape.Named;
import dev.cleveragents.engine.yaml.Shape.RelativePath;
import dev.cleveragents.engine.yaml.Shape.Text;
import dev.cleveragents.engine.yaml.Shape.Time;
import dev.cleveragents.engine.yaml.Shape.Whole;
import dev.cleveragents.engine.yaml.Shape.Word;
import dev.cleveragents.engine.yaml.YamlMapping;
import dev.cleveragents.workspace.Name;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads the parts of an action and how its subplans run. */
final class SubplanYaml {

  private static final SubplanRules STANDARD = SubplanRules.STANDARD;
  private static final int LONGEST = 20_000;

  /** More parts are better made by a program, such as {@code agents run --each}. */
  private static final int MOST_PARTS = 1_000;

  private static final String PARTS = "parts";
  private static final String DEPENDS_ON = "depends_on";

  private static final Keys PART =
      Keys.of(
          Field.required("name", new Text(100), "Its name, unique among the parts."),
          Field.required("goal", new Text(LONGEST), "What it is to achieve."),
          Field.optional(
              "exec", new Text(LONGEST), "Command that does it; default: the execution actor."),
          Field.optional("actor", new Named(), "Actor that does it, instead of a command."),
          Field.optional("file", new RelativePath(), "File that it is about: {file}."),
          Field.optional(
              DEPENDS_ON,
              new ListOf(new Text(100), MOST_PARTS),
              "Names of parts whose results it begins with."),
          Field.optional(
              "automation_profile",
              new Named(),
              "Profile that makes the one of the plan stricter."));

  static final Keys SHAPE =
      Keys.of(
          Field.optional(
              PARTS,
              new ListOf(PART, MOST_PARTS),
              "Parts of the work, each done by a plan of its own; default: it is not split."),
          Field.optional(
              "mode",
              new Word(ActionYaml.words(Mode.values())),
              "The order in which they run; default parallel, or by depends_on."),
          Field.optional(
              "max_parallel",
              new Whole(1, SubplanRules.MOST_PARALLEL),
              "How many run at once; default 10."),
          Field.optional(
              "merge",
              new Word(ActionYaml.words(SubplanRules.Merge.values())),
              "How their results are merged; default git_three_way."),
          Field.optional(
              "fail_fast", new Flag(), "Whether one failure cancels the others; default false."),
          Field.optional(
              "timeout",
              new Time(Duration.ofSeconds(1), Duration.ofDays(30)),
              "How long each may take; default no limit."),
          Field.optional(
              "retry",
              new Whole(0, SubplanRules.Limits.MOST_RETRIES),
              "How often a failed one runs again by itself; default 0."),
          Field.optional(
              "depth",
              new Whole(1, SubplanRules.Limits.MOST_DEPTH),
              "How deep they may nest; default 8."));

  private SubplanYaml() {}

  /** The sections of the parts of an action. */
  static List<YamlMapping> sections(YamlMapping action) {
    return action
        .find("subplans", YamlMapping.class)
        .map(it -> it.list(PARTS, YamlMapping.class))
        .orElse(List.of());
  }

  static void check(YamlMapping section, ProblemCollector problems) {
    if (!section.names(PARTS) || !section.fits(PARTS)) {
      return;
    }
    List<YamlMapping> parts = section.list(PARTS, YamlMapping.class);
    if (parts.isEmpty()) {
      problems.add(
          section.positionOf(PARTS), "there are no parts; name at least one, or leave 'parts' out");
    }
    for (YamlMapping part : parts) {
      part.find("exec", String.class)
          .ifPresent(
              line -> ActorYaml.checkLine(Template.of(line), part.positionOf("exec"), problems));
      if (part.names("exec") && part.names("actor")) {
        problems.add(part.positionOf("actor"), "give either 'exec' or 'actor'");
      }
    }
    for (PartGraph.Problem problem : graph(parts).problems()) {
      YamlMapping part = parts.get(problem.part());
      problems.add(
          problem.dependency() < 0
              ? part.positionOf("name")
              : part.elements(DEPENDS_ON).get(problem.dependency()).position(),
          problem.text());
    }
    if (section.find("mode", String.class).equals(Optional.of(Mode.PARALLEL.toString()))) {
      parts.stream()
          .filter(part -> !part.elements(DEPENDS_ON).isEmpty())
          .forEach(
              part ->
                  problems.add(
                      part.positionOf(DEPENDS_ON),
                      "mode parallel starts all parts at once; leave 'mode' out, or use"
                          + " dependency_ordered"));
    }
  }

  private static PartGraph graph(List<YamlMapping> parts) {
    return new PartGraph(
        parts.stream()
            .map(
                it ->
                    new PartGraph.Part(
                        it.find("name", String.class).orElse(""),
                        it.list(DEPENDS_ON, String.class)))
            .toList());
  }

  static List<ActionPart> parts(YamlMapping section) {
    return section.list(PARTS, YamlMapping.class).stream()
        .map(
            it ->
                new ActionPart(
                    it.get("name", String.class),
                    it.get("goal", String.class),
                    new ActionPart.Doer(
                        it.find("exec", String.class).orElse(null),
                        it.find("actor", Name.class).orElse(null)),
                    it.find("file", String.class).orElse(null),
                    it.list(DEPENDS_ON, String.class),
                    it.find("automation_profile", Name.class).orElse(null)))
        .toList();
  }

  /** The order if none is given. */
  private static Mode mode(YamlMapping section) {
    return section.list(PARTS, YamlMapping.class).stream()
            .allMatch(it -> it.elements(DEPENDS_ON).isEmpty())
        ? STANDARD.mode()
        : Mode.DEPENDENCY_ORDERED;
  }

  static SubplanRules build(YamlMapping section) {
    return new SubplanRules(
        section
            .find("mode", String.class)
            .map(it -> Mode.valueOf(it.toUpperCase(Locale.ROOT)))
            .orElseGet(() -> mode(section)),
        section.find("max_parallel", Long.class).map(Long::intValue).orElse(STANDARD.maxParallel()),
        section
            .find("merge", String.class)
            .map(it -> SubplanRules.Merge.valueOf(it.toUpperCase(Locale.ROOT)))
            .orElse(STANDARD.merge()),
        section.find("fail_fast", Boolean.class).orElse(STANDARD.failFast()),
        new SubplanRules.Limits(
            section.find("timeout", Duration.class).orElse(null),
            section.find("retry", Long.class).map(Long::intValue).orElse(STANDARD.limits().retry()),
            section
                .find("depth", Long.class)
                .map(Long::intValue)
                .orElse(STANDARD.limits().depth())));
  }
}
