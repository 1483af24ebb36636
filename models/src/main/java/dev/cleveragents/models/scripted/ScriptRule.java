package dev.cleveragents.models.scripted;

import dev.cleveragents.engine.model.ModelException.Kind;
import dev.cleveragents.engine.model.ModelReply;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One rule of a script.
 *
 * @param when must be found in the last message; null for any
 * @param turn the number of the turn; null for any
 * @param fail how the model fails instead of replying; null if it replies
 */
record ScriptRule(
    @Nullable Pattern when,
    @Nullable Integer turn,
    ModelReply reply,
    Duration delay,
    @Nullable Kind fail) {

  boolean matches(int number, String lastMessage) {
    return (turn == null || turn == number) && (when == null || when.matcher(lastMessage).find());
  }
}
