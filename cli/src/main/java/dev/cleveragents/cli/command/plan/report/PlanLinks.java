package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.engine.plan.PlanLink;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.workspace.PlanId;
import java.util.List;
import java.util.Locale;

/** Shows the links of a plan to other plans. */
public final class PlanLinks {

  private PlanLinks() {}

  /** One row per link. */
  public static void rows(List<PlanLink> links, PlanId plan, Page.Builder page) {
    for (PlanLink link : links) {
      boolean later = link.plan().equals(plan);
      page.row(
          label(link.kind(), later),
          DisplayText.shortId(later ? link.other() : link.plan()),
          "",
          Mark.NONE);
    }
  }

  private static String label(PlanLink.Kind kind, boolean later) {
    return switch (kind) {
      case REST_OF -> later ? "rest of" : "rest in";
      case UNDOES -> later ? "undoes" : "undone by";
    };
  }

  static List<Data> data(List<PlanLink> links) {
    return links.stream()
        .map(
            link ->
                Data.of("plan", link.plan().toString())
                    .with("kind", link.kind().name().toLowerCase(Locale.ROOT))
                    .with("other", link.other().toString()))
        .toList();
  }
}
