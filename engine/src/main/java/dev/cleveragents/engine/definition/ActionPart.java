package dev.cleveragents.engine.definition;

import dev.cleveragents.workspace.Name;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One of the parts that the plans of an action are split into. Without a command and without an
 * actor of its own the execution actor of the action works on it.
 *
 * @param name unique among the parts
 * @param goal may contain {@code {argument}}
 * @param file that it is about; null if it is about none
 * @param dependsOn names of parts whose results it begins with
 * @param profile tightens the automation profile of the plan; null leaves that as it is
 */
public record ActionPart(
    String name,
    String goal,
    Doer doer,
    @Nullable String file,
    List<String> dependsOn,
    @Nullable Name profile) {

  public ActionPart {
    dependsOn = List.copyOf(dependsOn);
  }

  /** At most one of the two. */
  public record Doer(@Nullable String exec, @Nullable Name actor) {}
}
