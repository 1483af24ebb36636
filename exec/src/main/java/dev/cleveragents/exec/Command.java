package dev.cleveragents.exec;

import dev.cleveragents.exec.tree.RunMarker;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A program to run: what, where, with which environment, and within which bounds. A value: each
 * {@code with…} returns another one, and one command may be run many times, also at once.
 *
 * <p>Unless told otherwise it runs in the directory of this process, with empty standard input, an
 * environment cleaned of all but what every program needs, ten minutes of time, and 256 KiB kept of
 * each stream. See {@link CommandRunner} for what running it promises.
 */
public final class Command {

  private final List<String> arguments;
  private final Path directory;
  private final Surroundings surroundings;
  private final CommandLimits limits;
  private final Streams streams;

  /**
   * The surroundings of a command.
   *
   * @param owner on whose behalf: null means the job of the scope, if any
   * @param wrapping how it is confined; null means not at all
   */
  private record Surroundings(
      CleanEnvironment environment,
      @Nullable String owner,
      Confinement.@Nullable Wrapping wrapping) {

    Surroundings with(CleanEnvironment another) {
      return new Surroundings(another, owner, wrapping);
    }
  }

  /**
   * The input of a program and the listener to its output.
   *
   * @param input what it reads from standard input, to the end; read-only
   * @param pipe receives the writing end of standard input, if that is a pipe
   * @param live hears what it writes
   */
  record Streams(ByteBuffer input, @Nullable Consumer<OutputStream> pipe, LiveOutput live) {

    private static final ByteBuffer EMPTY = ByteBuffer.allocate(0).asReadOnlyBuffer();
    static final Streams DEFAULT = new Streams(EMPTY, null, LiveOutput.NONE);

    Streams withInput(byte[] bytes) {
      return new Streams(ByteBuffer.wrap(bytes.clone()).asReadOnlyBuffer(), null, live);
    }

    Streams withPipe(Consumer<OutputStream> receiver) {
      return new Streams(EMPTY, receiver, live);
    }

    /** Whether there is nothing to read. */
    boolean areWithoutInput() {
      return pipe == null && !input.hasRemaining();
    }

    Streams withLive(LiveOutput listener) {
      return new Streams(input, pipe, listener);
    }
  }

  private Command(
      List<String> arguments,
      Path directory,
      Surroundings surroundings,
      CommandLimits limits,
      Streams streams) {
    this.arguments = arguments;
    this.directory = directory;
    this.surroundings = surroundings;
    this.limits = limits;
    this.streams = streams;
  }

  /** A program and its arguments, which no shell sees. */
  public static Command of(String program, String... arguments) {
    return of(Stream.concat(Stream.of(program), Stream.of(arguments)).toList());
  }

  /**
   * A program and its arguments, which no shell sees.
   *
   * @throws IllegalArgumentException if there is no program, or an argument has a NUL character
   */
  public static Command of(List<String> programAndArguments) {
    List<String> all = List.copyOf(programAndArguments);
    if (all.isEmpty() || all.getFirst().isEmpty()) {
      throw new IllegalArgumentException("A command needs a program; name it first");
    }
    if (all.stream().anyMatch(argument -> argument.indexOf('\0') >= 0)) {
      throw new IllegalArgumentException(
          "An argument of '%s' has a NUL character, which no program can be given; write it to a file or to standard input"
              .formatted(all.getFirst().replace('\0', '?')));
    }
    return new Command(
        all,
        Path.of("").toAbsolutePath(),
        new Surroundings(CleanEnvironment.DEFAULT, null, null),
        CommandLimits.DEFAULT,
        Streams.DEFAULT);
  }

  /** A line for {@code sh -c}. */
  public static Command shell(String line) {
    return of("sh", "-c", line);
  }

  /**
   * A line for {@code sh -c} whose standard error goes where its standard output goes, so that both
   * are one stream and keep their order.
   */
  public static Command shellInOneStream(String line) {
    return of("sh", "-c", "exec sh -c \"$1\" 2>&1", "sh", line);
  }

  /** Runs in this directory; a relative one counts from the directory of this process. */
  public Command withDirectory(Path there) {
    return new Command(arguments, there.toAbsolutePath(), surroundings, limits, streams);
  }

  /** Sets a variable, whatever this process has under that name. */
  public Command withVariable(String name, String value) {
    return withVariables(Map.of(name, value));
  }

  /**
   * Sets variables, whatever this process has under those names.
   *
   * @throws IllegalArgumentException if a name or value cannot be one, or the name is {@code
   *     AGENTS_RUN}
   */
  public Command withVariables(Map<String, String> variables) {
    return with(surroundings.with(environment().with(variables)));
  }

  /**
   * Hands on further variables of this process, where it has them. Without this it is PATH, HOME,
   * USER, LOGNAME, SHELL, LANG, LANGUAGE, LC_*, TZ and TMPDIR; TERM is always {@code dumb} unless
   * set.
   */
  public Command withInherited(String... names) {
    return with(surroundings.with(environment().inheriting(Set.of(names))));
  }

  /**
   * Names on whose behalf it runs, for {@link OrphanedCommands} to find. Without this it is the
   * lease of the job that the current scope works for, as {@code <job>#<number>}, if there is one.
   *
   * @throws IllegalArgumentException if the name is blank or has spaces, slashes or characters
   *     outside ASCII
   */
  public Command withOwner(String owner) {
    RunMarker.checkOwner(owner);
    return with(new Surroundings(environment(), owner, surroundings.wrapping()));
  }

  Command confined(Confinement.Wrapping wrapping) {
    return with(new Surroundings(environment(), surroundings.owner(), wrapping));
  }

  /** Gives it these bytes on standard input, then the end. */
  public Command withInput(byte[] bytes) {
    return new Command(arguments, directory, surroundings, limits, streams.withInput(bytes));
  }

  /**
   * Gives it a pipe as standard input, for a program that answers while it runs. The receiver gets
   * the writing end once, on the thread that runs the command, and returns at once; it writes from
   * another thread, because a write waits while the program does not read. The pipe breaks when the
   * program has ended.
   */
  public Command withPipe(Consumer<OutputStream> receiver) {
    return new Command(arguments, directory, surroundings, limits, streams.withPipe(receiver));
  }

  /** Tells {@code listener} what it writes while it runs. */
  public Command withLive(LiveOutput listener) {
    return new Command(arguments, directory, surroundings, limits, streams.withLive(listener));
  }

  /** Sets its time. */
  public Command withDeadline(Duration deadline) {
    return withLimits(new CommandLimits(deadline, limits.grace(), limits.keptBytes()));
  }

  /** Sets how long its processes have to end once asked to. */
  public Command withGrace(Duration grace) {
    return withLimits(new CommandLimits(limits.deadline(), grace, limits.keptBytes()));
  }

  /** Sets how much is kept of each stream. */
  public Command withKeptBytes(int keptBytes) {
    return withLimits(new CommandLimits(limits.deadline(), limits.grace(), keptBytes));
  }

  /** Sets all its limits. */
  public Command withLimits(CommandLimits others) {
    return new Command(arguments, directory, surroundings, others, streams);
  }

  /** Runs it as {@link CommandRunner#run} does, on this machine's clock and standard threads. */
  public CommandResult run(CancellationToken token) throws InterruptedException {
    return CommandRunner.standard().run(this, token);
  }

  /** The program and its arguments. */
  public List<String> arguments() {
    return arguments;
  }

  /** Where it runs. */
  public Path directory() {
    return directory;
  }

  /** Its limits. */
  public CommandLimits limits() {
    return limits;
  }

  /** The owner it names, if it names one. */
  public Optional<String> owner() {
    return Optional.ofNullable(surroundings.owner());
  }

  Optional<Confinement.Wrapping> wrapping() {
    return Optional.ofNullable(surroundings.wrapping());
  }

  CleanEnvironment environment() {
    return surroundings.environment();
  }

  Streams streams() {
    return streams;
  }

  private Command with(Surroundings others) {
    return new Command(arguments, directory, others, limits, streams);
  }

  /** The arguments and the directory; no values of variables and no input: they may be secret. */
  @Override
  public String toString() {
    return arguments + " in " + directory;
  }
}
