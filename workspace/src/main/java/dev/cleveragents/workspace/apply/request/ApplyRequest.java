package dev.cleveragents.workspace.apply.request;

import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.VisibleText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The targets of an apply, which is done for all of them or for none.
 *
 * @param lease of the job that applies; once it is over nothing more is begun
 * @param message of the commits, without trailers
 * @param trailers what the commits carry below their message, in this order
 * @param targets one for each resource that the plan changes
 */
public record ApplyRequest(
    PlanId plan,
    Lease lease,
    String message,
    Map<String, String> trailers,
    List<ApplyTarget> targets) {

  public ApplyRequest {
    trailers = new LinkedHashMap<>(trailers);
    targets = List.copyOf(targets);
    if (message.isBlank()) {
      throw new IllegalArgumentException("A commit needs a message; say what it does");
    }
    trailers.forEach(
        (name, value) -> {
          if (!name.matches("[A-Za-z][A-Za-z0-9-]*") || value.lines().count() != 1) {
            throw new IllegalArgumentException(
                "Not a trailer of a commit: '%s: %s'; a name of letters, and one line"
                    .formatted(name, value));
          }
        });
  }

  /** The message with its trailers, as git keeps it; control characters are escaped. */
  public String text() {
    StringBuilder text = new StringBuilder(message.replace("\r\n", "\n").strip()).append('\n');
    if (!trailers.isEmpty()) {
      text.append('\n');
      trailers.forEach((name, value) -> text.append(name).append(": ").append(value).append('\n'));
    }
    return VisibleText.of(text.toString());
  }
}
