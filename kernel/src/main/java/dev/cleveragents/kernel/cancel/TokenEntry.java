package dev.cleveragents.kernel.cancel;

import org.jspecify.annotations.Nullable;

/**
 * An entry in one token's {@link TokenEntryList}. {@code previous} and {@code linked} are guarded
 * by the token's lock. {@code next} is written under that lock until the token is cancelled and
 * only by the thread that cancelled it afterwards; it is volatile because other threads walk a
 * cancelled token's entries without the lock (see {@link CancellationPropagation}).
 */
abstract sealed class TokenEntry permits CallbackRegistration, WaitingThread, ChildLink {

  final CancellationToken token;
  volatile @Nullable TokenEntry next;
  @Nullable TokenEntry previous;
  boolean linked;

  TokenEntry(CancellationToken token) {
    this.token = token;
  }

  /** Takes this entry off its token, in constant time; does nothing if it is not on it. */
  final void unlink() {
    token.remove(this);
  }
}
