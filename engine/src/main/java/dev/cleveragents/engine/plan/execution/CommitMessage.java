package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.plan.Plan;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The message of a plan's commit, without trailers: what the user has given, else the goal; below
 * it the messages of the commits that an agent made in its sandbox.
 *
 * @param redact hides secrets
 */
record CommitMessage(Plan plan, UnaryOperator<String> redact) {

  private static final int LONGEST_NOTES = 8_000;

  String text() {
    String given = plan.brief().delivery().message();
    String goal = plan.kind().goal().strip();
    String head = given == null || given.isBlank() ? goal : given.strip();
    if (head.isEmpty()) {
      head = plan.kind().action();
    }
    List<String> notes =
        plan.results().stream().flatMap(result -> result.notes().stream()).toList();
    if (notes.isEmpty()) {
      return redact.apply(head);
    }
    String body = notes.stream().map(CommitMessage::item).collect(Collectors.joining("\n"));
    if (body.length() > LONGEST_NOTES) {
      body = body.substring(0, LONGEST_NOTES) + " …";
    }
    return redact.apply(head + "\n\nCommits made in the sandbox:\n\n" + body);
  }

  /** A list item with its further lines indented. */
  private static String item(String message) {
    List<String> lines = message.lines().toList();
    return Stream.concat(
            Stream.of("* " + lines.getFirst()),
            lines.stream().skip(1).map(line -> line.isBlank() ? "" : "  " + line))
        .collect(Collectors.joining("\n"));
  }
}
