package dev.cleveragents.runtime.view;

import static dev.cleveragents.runtime.view.ViewField.data;

import dev.cleveragents.engine.plan.Approval;
import dev.cleveragents.engine.tool.AskUserTool;

/** The view of an open approval. */
public final class ApprovalView {

  /** The fields of an approval. */
  public static final EntityView<Approval> VIEW =
      EntityView.of(
          (open, text) ->
              new ViewRow(
                  DisplayText.shortId(open.plan()),
                  text.apply("asks"),
                  DisplayText.ago(open.asked()),
                  Mark.ATTENTION),
          data("id", open -> open.id().toString()),
          ViewField.id("plan", "plan", Approval::plan),
          data("gate", Approval::gate),
          ViewField.<Approval>of("question", "asks", Approval::question)
              .shown(open -> new ViewCell(open.question(), open.gate(), Mark.ATTENTION)),
          data("step", Approval::step),
          ViewField.<Approval>data("detail", Approval::detail),
          ViewField.of("asked_at", "since", Approval::asked));

  private ApprovalView() {}

  /** Whether an agent asks a question, which takes words for an answer. */
  public static boolean isQuestion(Approval open) {
    return open.gate().equals(AskUserTool.NAME);
  }

  /** The question without secrets. */
  public static String question(Approval open) {
    return VIEW.text(open, "asks");
  }
}
