package dev.cleveragents.engine;

import dev.cleveragents.store.Transaction;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where it is written down what happened, in the same transaction as the change itself. */
@FunctionalInterface
public interface Journal {

  /**
   * Notes that something happened.
   *
   * @param type what, for example {@code project.created}
   * @param data about what; nothing secret
   */
  void note(Transaction transaction, String type, Map<String, @Nullable Object> data);
}
