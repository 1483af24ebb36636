package dev.cleveragents.engine.model;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A model has not answered; the kind says whether to ask again. The message has no secrets. */
public final class ModelException extends Exception {

  private static final long serialVersionUID = 1L;

  /** What went wrong. */
  public enum Kind {
    /** The key is missing or not accepted. */
    AUTH(false),
    /** The provider does not know the model. */
    NOT_FOUND(false),
    INVALID_REQUEST(false),
    /** The request has more tokens than the model can read. */
    CONTEXT_TOO_LONG(false),
    RATE_LIMITED(true),
    /** The provider has failed, or its reply was not usable. */
    OVERLOADED(true),
    UNREACHABLE(true),
    TIMEOUT(true),
    /** The model or its provider refuses to answer this. */
    REFUSED(false);

    private final boolean passing;

    Kind(boolean passing) {
      this.passing = passing;
    }

    /** Whether asking again may help. */
    public boolean isPassing() {
      return passing;
    }
  }

  private final Kind kind;
  private final @Nullable Duration retryAfter;

  public ModelException(Kind kind, String message) {
    this(kind, message, null, null);
  }

  /**
   * @param retryAfter how long the provider asks to wait, or null
   */
  public ModelException(
      Kind kind, String message, @Nullable Duration retryAfter, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }

  public Kind kind() {
    return kind;
  }

  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /**
   * Whether the provider may charge for the exchange, because it may have begun to reply. The other
   * kinds are refusals before that.
   */
  public boolean mayHaveCost() {
    return switch (kind) {
      case OVERLOADED, TIMEOUT, REFUSED -> true;
      case AUTH, NOT_FOUND, INVALID_REQUEST, CONTEXT_TOO_LONG, RATE_LIMITED, UNREACHABLE -> false;
    };
  }
}
