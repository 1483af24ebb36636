package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.yaml.Checked;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A definition as it is stored.
 *
 * @param content what its text means to this program; one of another version may have stored it
 * @param yaml the text it was given in
 * @param archivedAt since when it cannot be used, or null
 */
public record Definition<T>(
    Name name, Checked<T> content, String yaml, Instant createdAt, @Nullable Instant archivedAt) {

  /**
   * What it means.
   *
   * @throws PlanException if this program cannot read it
   */
  public T value() {
    return content.orThrow();
  }
}
