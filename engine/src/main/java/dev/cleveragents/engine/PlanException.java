package dev.cleveragents.engine;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Something about a plan cannot be done: the message says what and why, the hint what to do about
 * it, the command what to type. Nothing was changed unless the message says so.
 */
public final class PlanException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private static final Pattern MEANS_LAST = Pattern.compile("agents (plan (?!list)\\S+|approvals)");

  /** What kind of trouble, which also decides the exit code of a command. */
  public enum Kind {
    /** What was asked for makes no sense as it was said. */
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
  private final @Nullable String command;

  public PlanException(Kind kind, String message, @Nullable String hint, @Nullable String command) {
    this(kind, message, hint, command, null);
  }

  public PlanException(
      Kind kind,
      String message,
      @Nullable String hint,
      @Nullable String command,
      @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.hint = hint;
    this.command = command;
  }

  public static PlanException invalid(String message) {
    return new PlanException(Kind.INVALID, message, null, null);
  }

  public static PlanException notFound(String message, @Nullable String command) {
    return new PlanException(Kind.NOT_FOUND, message, null, command);
  }

  public static PlanException conflict(String message, @Nullable String command) {
    return new PlanException(Kind.CONFLICT, message, null, command);
  }

  public static PlanException failed(String message, @Nullable Throwable cause) {
    return new PlanException(Kind.FAILED, message, null, null, cause);
  }

  /** The same, with a command that names this plan where it would else mean the last one. */
  public PlanException about(PlanId plan) {
    if (command == null || !MEANS_LAST.matcher(command).matches()) {
      return this;
    }
    return new PlanException(
        kind, String.valueOf(getMessage()), hint, command + " " + plan, getCause());
  }

  public Kind kind() {
    return kind;
  }

  /** What to do about it, if that is known. */
  public @Nullable String hint() {
    return hint;
  }

  /** A command that helps, if there is one. */
  public @Nullable String command() {
    return command;
  }
}
