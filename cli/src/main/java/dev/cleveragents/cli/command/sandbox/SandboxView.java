package dev.cleveragents.cli.command.sandbox;

import dev.cleveragents.cli.command.MeantPlan;
import dev.cleveragents.cli.command.Span;
import dev.cleveragents.cli.command.plan.PlanView;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Page.Mark;
import dev.cleveragents.engine.change.Change;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.sandbox.SandboxRecord;
import dev.cleveragents.engine.stray.Copy;
import dev.cleveragents.engine.stray.Holding;
import dev.cleveragents.store.Host;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/**
 * A copy as people and programs see it.
 *
 * @param now by the store's clock
 */
record SandboxView(Copy copy, Instant now) {

  private static final int SHOWN = 20;

  private SandboxRecord sandbox() {
    return copy.sandbox();
  }

  String id() {
    String id = sandbox().id().toString();
    return id.substring(id.length() - 8);
  }

  /** One line of a list. */
  void row(Page.Builder page) {
    page.row(
        id(),
        "%s  plan %s  %s"
            .formatted(
                sandbox().resource().forPeople(), MeantPlan.suffix(sandbox().plan()), state()),
        "%s old, %s, owner %s; %s".formatted(age(), size(), owner(), copy.holding().note()),
        mark());
  }

  /** Everything. */
  void describe(Page.Builder page) {
    Plan plan = copy.plan();
    page.row("sandbox", sandbox().id().toString(), state(), mark());
    page.row("resource", sandbox().resource().forPeople());
    page.row(
        "plan",
        sandbox().plan().toString(),
        plan == null ? "not in this store" : new PlanView(plan).stage(),
        Mark.NONE);
    page.row("lease", sandbox().lease(), owner(), Mark.NONE);
    page.row("machine", Host.forPeople(sandbox().host()));
    page.row("directory", sandbox().directory().toString(), size(), Mark.NONE);
    page.row("base", sandbox().base());
    page.row("made", sandbox().createdAt().toString(), age() + " ago", Mark.NONE);
    page.row("holds", word(), copy.holding().note(), mark());
    int shown = 0;
    for (String only : copy.holding().only()) {
      if (shown++ == SHOWN) {
        page.row("only here", "and %d more".formatted(copy.holding().only().size() - SHOWN));
        break;
      }
      page.oneLine("only here", only, "", Mark.ATTENTION);
    }
  }

  Data data() {
    Plan plan = copy.plan();
    return Data.of("id", sandbox().id().toString())
        .with("plan", sandbox().plan().toString())
        .with("plan_stage", plan == null ? null : plan.standing().stage().toString())
        .with("resource", sandbox().resource().toString())
        .with("state", state())
        .with("lease", sandbox().lease())
        .with("owner", copy.owner().state())
        .with("owner_name", copy.owner().who())
        .with("host", Host.forPeople(sandbox().host()))
        .with("directory", sandbox().directory())
        .with("base", sandbox().base())
        .with("bytes", copy.bytes())
        .with("created_at", sandbox().createdAt())
        .with("holds", copy.holding().kind())
        .with("note", copy.holding().note())
        .with("changed", copy.holding().changes().stream().map(Change::path).toList())
        .with("only_here", copy.holding().only());
  }

  String state() {
    return sandbox().state().name().toLowerCase(Locale.ROOT);
  }

  private String word() {
    return copy.holding().kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private String owner() {
    return switch (copy.owner().state()) {
      case ALIVE -> "alive: " + copy.owner().who();
      case DEAD -> "dead: " + copy.owner().who();
      case OVER -> "none";
    };
  }

  private String age() {
    Duration age = Duration.between(sandbox().createdAt(), now);
    return Span.words(age.isNegative() ? Duration.ZERO : age);
  }

  private String size() {
    return String.format(Locale.ROOT, "%.1f MB", copy.bytes() / 1e6);
  }

  private Mark mark() {
    return copy.holding().kind() == Holding.Kind.UNRECORDED
            || copy.holding().kind() == Holding.Kind.UNREADABLE
        ? Mark.ATTENTION
        : Mark.NONE;
  }
}
