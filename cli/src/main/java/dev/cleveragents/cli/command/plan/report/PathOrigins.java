package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.engine.conflict.PlanConflict;
import dev.cleveragents.engine.plan.MergedSubplans;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.workspace.change.Change;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which subplans changed each path of a plan's result, by the changes that they have recorded
 * themselves. A path that several have changed is not divided by lines: a line may come from the
 * merge of two.
 */
record PathOrigins(List<Origin> all) {

  private static final int MOST_NAMED = 3;

  /**
   * Where a changed path comes from.
   *
   * @param subplans those that changed it, in merge order; none if the plan itself did
   * @param resolved how its conflict was resolved; null if it had none
   */
  record Origin(
      String resource, String path, List<SubplanRow> subplans, @Nullable String resolved) {

    private String text() {
      String names =
          String.join(
              ", ",
              subplans.stream()
                  .limit(MOST_NAMED)
                  .map(it -> "%s (%s)".formatted(it.name(), DisplayText.shortId(it.id())))
                  .toList());
      return switch (subplans.size()) {
        case 0 -> "the plan itself";
        case 1 -> names;
        default ->
            "several: %s%s"
                .formatted(
                    names,
                    subplans.size() > MOST_NAMED
                        ? " and %d more".formatted(subplans.size() - MOST_NAMED)
                        : "");
      };
    }
  }

  static PathOrigins of(CleverAgents agents, Plan plan) {
    List<String> left =
        agents.plans().conflicts().merged(plan).map(MergedSubplans::leftOut).orElse(List.of());
    Map<String, List<SubplanRow>> byPath = new LinkedHashMap<>();
    for (SubplanRow subplan : agents.plans().subplans(plan)) {
      if (subplan.progress() == SubplanRow.Progress.COMPLETE && !left.contains(subplan.name())) {
        for (Change change : agents.changesets().net(subplan.id())) {
          byPath.computeIfAbsent(key(change), _ -> new ArrayList<>()).add(subplan);
        }
      }
    }
    Map<String, String> resolved = new LinkedHashMap<>();
    for (PlanConflict conflict : agents.plans().conflicts().of(plan)) {
      if (conflict.resolution() != null) {
        resolved.put(
            conflict.resource() + "\0" + conflict.path(),
            "%s, by %s"
                .formatted(conflict.resolution().choice().describe(), conflict.resolution().by()));
      }
    }
    return new PathOrigins(
        agents.changesets().net(plan.id()).stream()
            .map(
                change ->
                    new Origin(
                        change.resource(),
                        change.path(),
                        byPath.getOrDefault(key(change), List.of()),
                        resolved.get(key(change))))
            .toList());
  }

  private static String key(Change change) {
    return change.resource() + "\0" + change.path();
  }

  Page page() {
    Page.Builder page = Page.builder();
    all.forEach(
        origin ->
            page.oneLine(
                origin.path(),
                origin.text(),
                Objects.requireNonNullElse(origin.resolved(), ""),
                Mark.NONE));
    return page.build();
  }

  List<Data> data() {
    return all.stream()
        .map(
            origin ->
                Data.of("path", origin.path())
                    .with("resource", origin.resource())
                    .with(
                        "subplans",
                        origin.subplans().stream().map(it -> it.id().toString()).toList())
                    .with("names", origin.subplans().stream().map(SubplanRow::name).toList())
                    .with("resolved", origin.resolved()))
        .toList();
  }
}
