package dev.cleveragents.cli;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.NextCommand;
import dev.cleveragents.cli.command.StoreProblem;
import dev.cleveragents.cli.output.AnswerRenderer.Rendered;
import dev.cleveragents.cli.output.CommandAnswer;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Format;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.Outcome;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.WordWrap;
import dev.cleveragents.cli.settings.Environment;
import dev.cleveragents.cli.settings.GlobalOptions;
import dev.cleveragents.cli.settings.Settings;
import dev.cleveragents.cli.tree.Invocation;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.workspace.OperationException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;

/**
 * Runs one command line from its arguments to its exit code. The answer is printed once, in the
 * wanted format, whatever the command throws.
 */
final class Application {

  private static final String LOG_LEVEL = "org.slf4j.simpleLogger.defaultLogLevel";

  private final Environment environment;
  private final Streams streams;
  private final TimeSource time;
  private final CancellationToken interrupt;
  private final SignalPatience patience;
  private final TerminalWidth terminal;

  /**
   * @param patience receives how long an interrupted command needs to end in order
   */
  Application(
      Environment environment,
      Streams streams,
      TimeSource time,
      CancellationToken interrupt,
      SignalPatience patience) {
    this.environment = environment;
    this.streams = streams;
    this.time = time;
    this.interrupt = interrupt;
    this.patience = patience;
    this.terminal = TerminalWidth.of(environment);
  }

  private record Executed(String command, Settings settings, Outcome outcome) {}

  /** Runs the command, prints the answer, and returns the exit code. */
  int run(String... arguments) {
    Instant started = time.wallTime().truncatedTo(ChronoUnit.MILLIS);
    long start = time.nanos();
    Executed executed = execute(arguments);
    CommandAnswer answer =
        new CommandAnswer(
            executed.command(),
            executed.outcome(),
            started,
            Duration.ofNanos(time.nanos() - start));
    Settings settings = executed.settings();
    try {
      Rendered rendered =
          settings.format().value().renderer(settings.colour().value(), columns()).render(answer);
      Pager pager = new Pager(environment);
      boolean paged =
          settings.format().value() == Format.RICH
              && pager.isFor(executed.outcome())
              && pager.show(rendered.out());
      streams.write(paged ? new Rendered("", rendered.err()) : rendered);
      return executed.outcome().exitCode().number();
    } catch (IOException e) {
      streams.complain("error: cannot write the answer: " + e.getMessage() + "\n");
      return ExitCode.FAILED.number();
    }
  }

  private int columns() {
    return terminal.isThere() ? terminal.columns() : WordWrap.UNLIMITED;
  }

  private Executed execute(String... arguments) {
    Invocation invocation;
    try {
      invocation = Invocation.of(arguments);
    } catch (ProblemException e) {
      return failed(Invocation.NO_COMMAND, Invocation.optionsAmong(arguments), e);
    }
    if (invocation.options().verbose()) {
      System.setProperty(LOG_LEVEL, "debug");
    }
    try {
      Settings settings = Settings.resolve(invocation.options(), environment);
      Outcome outcome =
          invocation
              .command()
              .run(
                  new CommandContext(
                      settings,
                      environment,
                      interrupt,
                      ConsoleDialogue.of(settings, streams, terminal, patience)))
              .withMessages(settings.warnings());
      return new Executed(invocation.name(), settings, outcome);
    } catch (Throwable e) {
      return failed(invocation.name(), invocation.options(), e);
    }
  }

  private Executed failed(String command, GlobalOptions options, Throwable e) {
    Problem problem =
        switch (e) {
          case ProblemException known -> known.problem();
          case StoreException store -> StoreProblem.of(store);
          case OperationException plan -> refusal(plan);
          case GitException git -> gitFailure(git);
          case CancelledException _ ->
              new Problem(ExitCode.INTERRUPTED, "Interrupted.", null, null);
          default ->
              new Problem(
                  ExitCode.FAILED,
                  "Unexpected error: " + e,
                  "This is a defect in CleverAgents. Run the command again with -v to see the stack trace.",
                  null);
        };
    return new Executed(
        command,
        Settings.tolerant(options, environment),
        options.verbose() ? problem.withMessages(List.of(trace(e))) : problem);
  }

  private static Message trace(Throwable e) {
    StringWriter text = new StringWriter();
    e.printStackTrace(new PrintWriter(text, true));
    return new Message(Message.Level.DEBUG, text.toString().stripTrailing());
  }

  private static Problem refusal(OperationException e) {
    String message = Objects.requireNonNullElse(e.getMessage(), "This cannot be done");
    return new Problem(
        exitCode(e.kind()),
        sentence(message),
        e.hint() == null ? null : sentence(e.hint()),
        NextCommand.of(e.next()));
  }

  /** Messages and hints of the modules below end without a period; users see sentences. */
  private static String sentence(String text) {
    return text.contains("\n") || text.endsWith(".") || text.endsWith("?") ? text : text + ".";
  }

  private static ExitCode exitCode(OperationException.Kind kind) {
    return switch (kind) {
      case INVALID -> ExitCode.USAGE;
      case NOT_FOUND -> ExitCode.NOT_FOUND;
      case CONFLICT -> ExitCode.CONFLICT;
      case FAILED -> ExitCode.FAILED;
    };
  }

  /** Without an exit code git did not start; 'agents diagnostics' shows why. */
  static Problem gitFailure(GitException e) {
    return new Problem(
        ExitCode.FAILED,
        e.getMessage() + ".",
        e.exitCode().isPresent()
            ? "Run 'git status' and 'git fsck' there, then run this command again."
            : "Fix that, then run this command again.",
        "agents diagnostics");
  }
}
