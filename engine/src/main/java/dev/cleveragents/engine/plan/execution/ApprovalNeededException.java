package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.plan.ApprovalRequest;

/** Ends a stretch of a plan that needs an approval; the answer enqueues the next stretch. */
final class ApprovalNeededException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient ApprovalRequest question;

  ApprovalNeededException(ApprovalRequest question) {
    super(question.text(), null, false, false);
    this.question = question;
  }

  ApprovalRequest question() {
    return question;
  }
}
