package dev.cleveragents.exec.git;

import dev.cleveragents.exec.CannotStartException;
import dev.cleveragents.exec.CapturedOutput;
import dev.cleveragents.exec.Command;
import dev.cleveragents.exec.CommandEnding;
import dev.cleveragents.exec.CommandLimits;
import dev.cleveragents.exec.CommandResult;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.LiveOutput;
import dev.cleveragents.exec.ProgramLookup;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Git in one directory. A value: each {@code with…} returns another one, and one may be used by
 * many threads; what git makes of that is git's affair.
 *
 * <p>Every call runs with no hook, no prompt, no editor, no pager, no background work, no optional
 * lock and no file system monitor, in the language C, with ten minutes of time and 64 MiB of
 * output, unless told otherwise. Nothing that this process has in its environment as {@code GIT_…}
 * reaches it but the user's identity and where the user's configuration is, and of the PATH only
 * absolute entries: a relative one would lead into the files that git works on.
 *
 * <p>Nothing confines it, and configuration, hooks, attributes and submodules name programs that
 * git starts. So it never runs with a repository, an index, an input or a repository within that a
 * command of a plan could have written. With files that commands write, it runs only in a
 * repository of ours beside them. {@code GitPlacesTest} lists all places where one is made.
 */
public final class Git {

  private static final CommandLimits LIMITS =
      new CommandLimits(Duration.ofMinutes(10), Duration.ofSeconds(2), 64 * 1024 * 1024);

  /** Of what is only counted; for what git says when it fails. */
  private static final int KEPT_OF_COUNTED = 64 * 1024;

  /**
   * An exit code that is this and more is a signal's number, as {@link CommandEnding.Exited} says.
   */
  private static final int SIGNALS_FROM = 128;

  private static final int LAST_SIGNAL = 64;

  private static final List<String> ALWAYS =
      List.of(
          "git",
          "--no-pager",
          "-c",
          "core.hooksPath=/dev/null",
          "-c",
          "core.fsmonitor=false",
          "-c",
          "gc.auto=0",
          "-c",
          "maintenance.auto=false",
          "-c",
          "color.ui=false");

  private static final Map<String, String> VARIABLES =
      Map.of(
          "GIT_TERMINAL_PROMPT", "0",
          "GIT_ASKPASS", "false",
          "GIT_EDITOR", "false",
          "GIT_OPTIONAL_LOCKS", "0",
          "LC_ALL", "C");

  private static final String[] INHERITED = {
    "XDG_CONFIG_HOME",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
    "GIT_CONFIG_NOSYSTEM",
    "GIT_AUTHOR_NAME",
    "GIT_AUTHOR_EMAIL",
    "GIT_COMMITTER_NAME",
    "GIT_COMMITTER_EMAIL",
    "GNUPGHOME",
    "GPG_TTY",
    "SSH_AUTH_SOCK"
  };

  private static final String PATH = System.getenv().getOrDefault("PATH", "");

  private final CommandRunner runner;
  private final Path directory;
  private final Map<String, String> variables;
  private final CommandLimits limits;

  /** Git in this directory; whether there is a repository shows when it is used. */
  public Git(CommandRunner runner, Path directory) {
    this(runner, directory, VARIABLES, LIMITS);
  }

  private Git(
      CommandRunner runner, Path directory, Map<String, String> variables, CommandLimits limits) {
    this.runner = runner;
    this.directory = directory;
    this.variables = variables;
    this.limits = limits;
  }

  /** The same in another directory. */
  public Git in(Path other) {
    return new Git(runner, other, variables, limits);
  }

  /** Sets a variable, such as {@code GIT_INDEX_FILE}. */
  public Git with(String variable, String value) {
    Map<String, String> more = new TreeMap<>(variables);
    more.put(variable, value);
    return new Git(runner, directory, more, limits);
  }

  /** Works with this index in place of the repository's own. */
  public Git withIndex(Path index) {
    return with("GIT_INDEX_FILE", index.toString());
  }

  /** Works with this repository and these files, wherever the directory is. */
  public Git withRepository(Path gitDirectory, Path workTree) {
    return with("GIT_DIR", gitDirectory.toString()).with("GIT_WORK_TREE", workTree.toString());
  }

  /** Reads only the repository's own configuration, not the user's and not the machine's. */
  public Git withoutUserConfiguration() {
    return with("GIT_CONFIG_GLOBAL", "/dev/null")
        .with("GIT_CONFIG_SYSTEM", "/dev/null")
        .with("GIT_CONFIG_NOSYSTEM", "1");
  }

  /**
   * Never downloads an object that a partial clone lacks: what needs one fails at once. Versions of
   * git before 2.45 do not know the first variable; to them every protocol is forbidden.
   */
  public Git withoutFetching() {
    return with("GIT_NO_LAZY_FETCH", "1").with("GIT_ALLOW_PROTOCOL", "none");
  }

  /** Sets the time of each call. */
  public Git withDeadline(Duration deadline) {
    return new Git(
        runner,
        directory,
        variables,
        new CommandLimits(deadline, limits.grace(), limits.keptBytes()));
  }

  /** Sets how many bytes a call may say. */
  public Git withMostBytes(int bytes) {
    return new Git(
        runner, directory, variables, new CommandLimits(limits.deadline(), limits.grace(), bytes));
  }

  /** Where it runs. */
  public Path directory() {
    return directory;
  }

  /**
   * The answer of one call that git itself ended.
   *
   * @param printed what it printed, all of it
   */
  public record Answer(int exitCode, CapturedOutput printed, String errors) {

    /** Whether git did what it was asked to. */
    public boolean succeeded() {
      return exitCode == 0;
    }

    /** The bytes it printed. */
    public byte[] output() {
      return printed.bytes();
    }

    /** Its output as text, without the last line's end. */
    public String text() {
      return withoutLineEnd(printed.text());
    }
  }

  /**
   * Runs git and returns what it printed.
   *
   * @throws GitException if it failed, took too long or said too much
   * @throws CancelledException if the token was cancelled before it ended
   */
  public byte[] run(List<String> arguments, CancellationToken token) throws InterruptedException {
    return run(arguments, new byte[0], token);
  }

  /** Runs git with these bytes to read, like {@link #run(List, CancellationToken)}. */
  public byte[] run(List<String> arguments, byte[] input, CancellationToken token)
      throws InterruptedException {
    Answer answer = ask(arguments, input, token);
    if (!answer.succeeded()) {
      throw GitException.of(arguments, directory, answer.exitCode(), answer.errors());
    }
    return answer.output();
  }

  /** Runs git like {@link #run} and returns what it printed as text without the last line's end. */
  public String text(CancellationToken token, String... arguments) throws InterruptedException {
    return withoutLineEnd(new String(run(List.of(arguments), token), StandardCharsets.UTF_8));
  }

  /**
   * Runs git like {@link #run}, in a form that ends every item with a NUL character, and returns
   * the items.
   *
   * @throws GitException also if one of them is not UTF-8, which names the item as far as it can be
   *     read
   */
  public List<String> items(CancellationToken token, String... arguments)
      throws InterruptedException {
    return split(run(List.of(arguments), token));
  }

  /** How many items git prints in a form that ends each with a NUL character, however many. */
  public long count(CancellationToken token, String... arguments) throws InterruptedException {
    NulCounter zeros = new NulCounter();
    List<String> all = List.of(arguments);
    CommandResult result =
        result(command(all, new byte[0]).withKeptBytes(KEPT_OF_COUNTED), zeros, token);
    int code = exitCode(all, result);
    if (code != 0) {
      throw GitException.of(all, directory, code, result.errors().text());
    }
    return zeros.seen();
  }

  /**
   * Runs git like {@link #run}, but a failure is an answer too. A git that was killed gives none: a
   * "no" would be taken from a git that said nothing.
   */
  public Answer ask(CancellationToken token, String... arguments) throws InterruptedException {
    return ask(List.of(arguments), new byte[0], token);
  }

  /** Runs git with these bytes to read; that it failed is an answer too. */
  public Answer ask(List<String> arguments, byte[] input, CancellationToken token)
      throws InterruptedException {
    CommandResult result = result(command(arguments, input), LiveOutput.NONE, token);
    int code = exitCode(arguments, result);
    if (result.output().dropped() > 0) {
      throw GitException.because(
          arguments, directory, "it printed more than %d bytes".formatted(limits.keptBytes()));
    }
    return new Answer(code, result.output(), result.errors().text());
  }

  /**
   * The items of a form that ends each with a NUL character.
   *
   * @throws GitException if one of them is not UTF-8
   */
  public static List<String> split(byte[] output) {
    return split(output, CodingErrorAction.REPORT);
  }

  /** The same, with a replacement character for what is not UTF-8. */
  public static List<String> splitLeniently(byte[] output) {
    return split(output, CodingErrorAction.REPLACE);
  }

  /** The same without the items that are not UTF-8. */
  public static List<String> splitReadable(byte[] output) {
    List<String> items = new ArrayList<>();
    for (ByteBuffer item : rawItems(output)) {
      try {
        items.add(decode(item, CodingErrorAction.REPORT));
      } catch (CharacterCodingException e) {
        // Left out, as the caller asked.
      }
    }
    return items;
  }

  private static List<String> split(byte[] output, CodingErrorAction wrong) {
    List<String> items = new ArrayList<>();
    for (ByteBuffer item : rawItems(output)) {
      try {
        items.add(decode(item.duplicate(), wrong));
      } catch (CharacterCodingException e) {
        throw GitException.unusable(
            "The file name '%s' is not UTF-8, and only such names can be recorded; rename the file, or have git ignore it"
                .formatted(StandardCharsets.UTF_8.decode(item)));
      }
    }
    return items;
  }

  private static List<ByteBuffer> rawItems(byte[] output) {
    List<ByteBuffer> items = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < output.length; i++) {
      if (output[i] == 0) {
        items.add(ByteBuffer.wrap(output, from, i - from));
        from = i + 1;
      }
    }
    return items;
  }

  private static String decode(ByteBuffer bytes, CodingErrorAction wrong)
      throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().onMalformedInput(wrong).decode(bytes).toString();
  }

  private Command command(List<String> arguments, byte[] input) {
    List<String> line = new ArrayList<>(ALWAYS);
    line.addAll(arguments);
    return Command.of(line)
        .withDirectory(directory)
        .withInherited(INHERITED)
        .withVariables(variables)
        .withVariable("PATH", ProgramLookup.absolute(variables.getOrDefault("PATH", PATH)))
        .withLimits(limits)
        .withInput(input);
  }

  private CommandResult result(Command command, LiveOutput live, CancellationToken token)
      throws InterruptedException {
    try {
      return runner.run(command.withLive(live), token);
    } catch (CannotStartException e) {
      throw (GitException)
          GitException.unusable(e.getMessage() == null ? "git was not started" : e.getMessage())
              .initCause(e);
    }
  }

  private int exitCode(List<String> arguments, CommandResult result) {
    return switch (result.ending()) {
      case CommandEnding.Exited(int code) when isSignal(code - SIGNALS_FROM) ->
          throw GitException.because(
              arguments, directory, "signal %d killed it".formatted(code - SIGNALS_FROM));
      case CommandEnding.Exited(int code) -> code;
      case CommandEnding.Cancelled(var cause) -> throw new CancelledException(cause);
      case CommandEnding.DeadlinePassed(Duration deadline) ->
          throw GitException.because(
              arguments, directory, "it had not finished after " + deadline.toSeconds() + " s");
    };
  }

  /** Git itself ends with 128 or 129 where it refuses something. */
  private static boolean isSignal(int number) {
    return number > 1 && number <= LAST_SIGNAL;
  }

  private static String withoutLineEnd(String text) {
    return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
  }
}
