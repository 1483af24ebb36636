package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.yaml.YamlResult;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stored definition.
 *
 * @param content its text as this program reads it; another version may have stored it
 * @param yaml the text that the user gave
 * @param archivedAt when it was archived and so made unusable, or null
 */
public record Definition<T>(
    Name name,
    YamlResult<T> content,
    String yaml,
    Instant createdAt,
    @Nullable Instant archivedAt) {

  /**
   * Returns the value.
   *
   * @throws OperationException if this program cannot read the text
   */
  public T value() {
    return content.orThrow();
  }
}
