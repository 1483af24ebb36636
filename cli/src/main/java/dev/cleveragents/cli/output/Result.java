package dev.cleveragents.cli.output;

import java.util.ArrayList;
import java.util.List;

/**
 * The result of a command, for programs and for users.
 *
 * @param exitCode usually {@link ExitCode#OK}; another if the answer is negative, and then the data
 *     have the reason under {@link Problem#ERROR}
 */
public record Result(ExitCode exitCode, Data data, Page page, List<Message> messages)
    implements Outcome {

  public Result {
    messages = List.copyOf(messages);
    if (exitCode != ExitCode.OK && data.get(Problem.ERROR) == null) {
      throw new IllegalArgumentException("A negative answer needs a reason");
    }
  }

  /** The field with what a plan waits for. */
  public static final String WAITS_FOR = "waits_for";

  @Override
  public String status() {
    return exitCode != ExitCode.OK && data.get(WAITS_FOR) != null
        ? "waiting"
        : Outcome.super.status();
  }

  /** The command did what it was asked. */
  public static Result ok(Data data, Page page) {
    return new Result(ExitCode.OK, data, page, List.of());
  }

  /** A negative answer; programs find the reason in the same field as for a problem. */
  public static Result no(Problem why, Data data, Page page) {
    return new Result(
        why.exitCode(),
        data.with(Problem.ERROR, why.data().get(Problem.ERROR)),
        page,
        why.messages());
  }

  /** The same with these remarks after its own. */
  public Result withMessages(List<Message> more) {
    List<Message> all = new ArrayList<>(messages);
    all.addAll(more);
    return new Result(exitCode, data, page, all);
  }
}
