package dev.cleveragents.runtime.view;

import static dev.cleveragents.runtime.view.ViewField.data;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.recovery.SandboxContentReport;
import dev.cleveragents.engine.recovery.SandboxReport;
import dev.cleveragents.store.machine.HostName;
import dev.cleveragents.workspace.change.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A sandbox at a point in time, and its view.
 *
 * @param now by the store's clock
 */
public record SandboxView(SandboxReport copy, Instant now) {

  private static final int SHOWN = 20;

  /** The fields of a sandbox. */
  public static final EntityView<SandboxView> VIEW =
      EntityView.of(
          (it, _) -> it.line(),
          ViewField.<SandboxView>of("id", "sandbox", it -> it.copy.sandbox().id().toString())
              .shown(
                  it ->
                      new ViewCell(
                          DisplayText.shortId(it.copy.sandbox().id()), it.state(), it.mark())),
          ViewField.<SandboxView>of(
                  "resource", "resource", it -> it.copy.sandbox().resource().toString())
              .shown(it -> ViewCell.of(it.copy.sandbox().resource().forPeople())),
          ViewField.<SandboxView>of("plan", "plan", it -> it.copy.sandbox().plan().toString())
              .shown(SandboxView::planCell),
          data("plan_stage", SandboxView::planStage),
          data("state", SandboxView::state),
          ViewField.<SandboxView>of("lease", "lease", it -> it.copy.sandbox().lease())
              .shown(it -> ViewCell.of(it.copy.sandbox().lease(), it.owner())),
          data("owner", it -> it.copy.owner().state()),
          data("owner_name", it -> it.copy.owner().who()),
          ViewField.of("host", "machine", it -> HostName.forPeople(it.copy.sandbox().host())),
          ViewField.<SandboxView>of(
                  "directory", "directory", it -> it.copy.sandbox().directory().toString())
              .shown(it -> ViewCell.of(it.copy.sandbox().directory().toString(), it.size())),
          ViewField.of("base", "base", it -> it.copy.sandbox().base()),
          data("bytes", it -> it.copy.bytes()),
          ViewField.<SandboxView>of("created_at", "made", it -> it.copy.sandbox().createdAt())
              .shown(
                  it ->
                      ViewCell.of(
                          DisplayText.ago(it.copy.sandbox().createdAt(), it.now),
                          DisplayText.time(it.copy.sandbox().createdAt()))),
          ViewField.<SandboxView>of("holds", "holds", it -> it.copy.holding().kind())
              .shown(it -> new ViewCell(it.kind(), it.copy.holding().note(), it.mark())),
          data("note", it -> it.copy.holding().note()),
          data("changed", it -> it.copy.holding().changes().stream().map(Change::path).toList()),
          ViewField.<SandboxView>of("only_here", "only here", it -> it.copy.holding().only())
              .shownAll(SandboxView::onlyHere));

  private ViewRow line() {
    return new ViewRow(
        DisplayText.shortId(copy.sandbox().id()),
        "%s  plan %s  %s"
            .formatted(
                copy.sandbox().resource().forPeople(),
                DisplayText.shortId(copy.sandbox().plan()),
                state()),
        "%s old, %s, owner %s; %s".formatted(age(), size(), owner(), copy.holding().note()),
        mark());
  }

  private ViewCell planCell() {
    Plan plan = copy.plan();
    return ViewCell.of(
        DisplayText.shortId(copy.sandbox().plan()),
        plan == null ? "not in this store" : PlanView.stage(plan));
  }

  private @Nullable String planStage() {
    Plan plan = copy.plan();
    return plan == null ? null : plan.status().stage().toString();
  }

  private List<ViewCell> onlyHere() {
    List<String> only = copy.holding().only();
    List<ViewCell> cells = new ArrayList<>();
    only.stream()
        .limit(SHOWN)
        .forEach(it -> cells.add(new ViewCell(it.replace("\n", "\\n"), "", Mark.ATTENTION)));
    if (only.size() > SHOWN) {
      cells.add(ViewCell.of("and %d more".formatted(only.size() - SHOWN)));
    }
    return cells;
  }

  private String state() {
    return DisplayText.word(copy.sandbox().state());
  }

  private String kind() {
    return DisplayText.word(copy.holding().kind()).replace('_', ' ');
  }

  private String owner() {
    return switch (copy.owner().state()) {
      case ALIVE -> "alive: " + copy.owner().who();
      case DEAD -> "dead: " + copy.owner().who();
      case OVER -> "none";
    };
  }

  private String age() {
    Duration age = Duration.between(copy.sandbox().createdAt(), now);
    return DisplayText.duration(age.isNegative() ? Duration.ZERO : age);
  }

  private String size() {
    return String.format(Locale.ROOT, "%.1f MB", copy.bytes() / 1e6);
  }

  private Mark mark() {
    return copy.holding().kind() == SandboxContentReport.Kind.UNRECORDED
            || copy.holding().kind() == SandboxContentReport.Kind.UNREADABLE
        ? Mark.ATTENTION
        : Mark.NONE;
  }
}
