package dev.cleveragents.runtime.view;

import static dev.cleveragents.runtime.view.Field.data;

import dev.cleveragents.engine.plan.Approval;

/** The view of an open approval. */
public final class ApprovalView {

  /** The fields of an approval. */
  public static final View<Approval> VIEW =
      View.of(
          (open, text) ->
              new ViewRow(
                  Texts.shortId(open.plan()),
                  text.apply("asks"),
                  open.asked().toString(),
                  Mark.ATTENTION),
          data("id", open -> open.id().toString()),
          Field.of("plan", "plan", open -> open.plan().toString()),
          data("gate", Approval::gate),
          Field.<Approval>of("question", "asks", Approval::question)
              .shown(open -> new Cell(open.question(), open.gate(), Mark.ATTENTION))
              .redacted(),
          data("step", Approval::step),
          Field.<Approval>data("detail", Approval::detail).redacted(),
          Field.of("asked_at", "since", Approval::asked));

  private ApprovalView() {}
}
