package dev.cleveragents.kernel.job;

/**
 * The effects of a move threw: neither they nor the move are stored. The cause is what they threw.
 */
public final class EffectsFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public EffectsFailedException(JobId job, Throwable cause) {
    super("The effects of moving job " + job + " failed, so it was not moved: " + cause, cause);
  }
}
