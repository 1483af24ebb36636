package dev.cleveragents.workspace;

import org.jspecify.annotations.Nullable;

/**
 * Something about a plan cannot be done: the message says what and why, the hint what to do about
 * it, the next action which step helps. Nothing was changed unless the message says so.
 */
public final class OperationException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The kind of failure, which also decides the exit code of a command. */
  public enum Kind {
    /** The request makes no sense. */
    INVALID,
    /** There is no such thing. */
    NOT_FOUND,
    /** It does not go with the present state. */
    CONFLICT,
    /** It was tried and failed. */
    FAILED
  }

  private final Kind kind;
  private final @Nullable String hint;
  private final transient @Nullable NextAction next;

  public OperationException(
      Kind kind, String message, @Nullable String hint, @Nullable NextAction next) {
    this(kind, message, hint, next, null);
  }

  public OperationException(
      Kind kind,
      String message,
      @Nullable String hint,
      @Nullable NextAction next,
      @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.hint = hint;
    this.next = next;
  }

  public static OperationException invalid(String message) {
    return new OperationException(Kind.INVALID, message, null, null);
  }

  public static OperationException notFound(String message, @Nullable NextAction next) {
    return new OperationException(Kind.NOT_FOUND, message, null, next);
  }

  public static OperationException conflict(String message, @Nullable NextAction next) {
    return new OperationException(Kind.CONFLICT, message, null, next);
  }

  public static OperationException failed(String message, @Nullable Throwable cause) {
    return new OperationException(Kind.FAILED, message, null, null, cause);
  }

  /** The same, with a next action about this plan where it would else mean the last one. */
  public OperationException about(PlanId plan) {
    return next == null
        ? this
        : new OperationException(
            kind, String.valueOf(getMessage()), hint, next.about(plan), getCause());
  }

  public Kind kind() {
    return kind;
  }

  /** A hint how to solve it, if there is one. */
  public @Nullable String hint() {
    return hint;
  }

  /** The next step that helps, if there is one. */
  public @Nullable NextAction next() {
    return next;
  }
}
