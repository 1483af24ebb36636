package dev.cleveragents.workspace.apply.request;

import dev.cleveragents.workspace.Name;
import java.util.Map;

/** The user's own rules for what may be applied, such as the hooks of a repository. */
@FunctionalInterface
public interface ApplyRules {

  /**
   * The messages of the commits, by resource; one that is missing has the message of the request.
   *
   * @throws ApplyRefusal if the rules do not allow what would be applied
   */
  Map<Name, String> messages(ApplyRequest request) throws InterruptedException, ApplyRefusal;
}
