package dev.cleveragents.engine.plan;

/** Ends a stretch of a plan: it goes on when somebody has answered a question. */
final class ApprovalNeededException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Question question;

  ApprovalNeededException(Question question) {
    super(question.text(), null, false, false);
    this.question = question;
  }

  Question question() {
    return question;
  }
}
