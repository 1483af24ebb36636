package dev.cleveragents.context.code.process;

import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.SourceFile;
import dev.cleveragents.exec.CannotStartException;
import dev.cleveragents.exec.Command;
import dev.cleveragents.exec.CommandResult;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.time.Timer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has files parsed in processes of their own, one after another. A process that dies, or says
 * nothing for too long, costs the one file it was at; what it answered before counts, and another
 * process continues with the next file. Keeps no state between calls.
 */
public final class NativeParser {

  private static final Logger log = LoggerFactory.getLogger(NativeParser.class);

  private static final int KEPT_OF_STREAMS = 64 * 1024;

  private final CommandRunner runner;
  private final Timer timer;
  private final Limits limits;
  private final String mainClass;
  private final Path place;

  /**
   * What may be taken.
   *
   * @param start for a process to be ready
   * @param file for one file
   * @param batch for all files of one process
   * @param batchChars how much text one process is given, at most, if it is more than one file
   * @param crashes the limit of crashes in one call, after which the rest is left as text: then it
   *     is not the files
   */
  public record Limits(Duration start, Duration file, Duration batch, int batchChars, int crashes) {

    static final Limits STANDARD =
        new Limits(
            Duration.ofSeconds(30),
            Duration.ofSeconds(20),
            Duration.ofMinutes(5),
            8 * 1024 * 1024,
            20);
  }

  /**
   * A parser with the standard limits.
   *
   * @param place how the path of the folder begins that each process gets; the process loads
   *     libraries from there, so it must be where no command of a plan can write
   */
  public NativeParser(CommandRunner runner, Timer timer, Path place) {
    this(runner, timer, Limits.STANDARD, ParserProcess.class.getName(), place);
  }

  /** The same with these limits and this class in the process. */
  public NativeParser(
      CommandRunner runner, Timer timer, Limits limits, String mainClass, Path place) {
    this.runner = runner;
    this.timer = timer;
    this.limits = limits;
    this.mainClass = mainClass;
    this.place = place.toAbsolutePath();
  }

  /**
   * What the files hold, in their order; empty for one that could not be parsed.
   *
   * @throws dev.cleveragents.kernel.cancel.CancelledException if the token is cancelled
   */
  public List<Optional<ParsedFile>> parse(List<SourceFile> files, CancellationToken token)
      throws InterruptedException {
    List<Optional<ParsedFile>> parsed = new ArrayList<>();
    int crashes = 0;
    while (parsed.size() < files.size() && crashes < limits.crashes()) {
      token.throwIfCancelled();
      List<SourceFile> batch = batch(files, parsed.size());
      ParserAnswers answers = run(batch, token);
      List<Optional<ParsedFile>> found = answers.soFar();
      parsed.addAll(found);
      if (found.size() < batch.size()) {
        token.throwIfCancelled();
        crashes += answers.isReady() ? 1 : Math.max(1, limits.crashes() / 2);
        if (answers.isReady()) {
          log.warn(
              "The parser ended at {}; it is searched as text", batch.get(found.size()).path());
          parsed.add(Optional.empty());
        }
      }
    }
    if (parsed.size() < files.size()) {
      log.warn("The parser cannot be used; {} files are text", files.size() - parsed.size());
      parsed.addAll(Collections.nCopies(files.size() - parsed.size(), Optional.empty()));
    }
    return parsed;
  }

  private List<SourceFile> batch(List<SourceFile> files, int from) {
    int to = from + 1;
    long chars = files.get(from).content().length();
    while (to < files.size()
        && (chars += files.get(to).content().length()) <= limits.batchChars()) {
      to++;
    }
    return files.subList(from, to);
  }

  private ParserAnswers run(List<SourceFile> batch, CancellationToken token)
      throws InterruptedException {
    try (CancellationSource end = CancellationSource.linkedTo(token);
        ParserDirectory directory = ParserDirectory.create(place);
        Patience patience = new Patience(timer, limits.start(), limits.file(), end)) {
      ParserAnswers answers = new ParserAnswers(batch.size(), patience::renew);
      Command command =
          Command.of(arguments(directory.path()))
              .withDirectory(directory.path())
              .withInput(ParserProtocol.question(batch))
              .withLive(answers)
              .withDeadline(limits.batch())
              .withGrace(Duration.ZERO)
              .withKeptBytes(KEPT_OF_STREAMS);
      CommandResult result = runner.run(command, end.token());
      if (!result.succeeded()) {
        log.debug("The parser: {}\n{}", result.ending(), result.errors().text());
      }
      return answers;
    } catch (CannotStartException | IOException e) {
      log.warn("The parser could not be started: {}", e.getMessage());
      return new ParserAnswers(batch.size(), () -> {});
    }
  }

  private List<String> arguments(Path directory) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        // Java would begin with a part of the machine's memory, and use it before it collects.
        "-Xms32m",
        "-Xmx256m",
        "-XX:-CreateCoredumpOnCrash",
        // Both go through files that every program of the user can write.
        "-XX:-UsePerfData",
        "-XX:+DisableAttachMechanism",
        "-XX:ErrorFile=" + directory.resolve("crash.log"),
        "-Djava.io.tmpdir=" + directory,
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"),
        mainClass);
  }

  /**
   * A folder of its own for one process: its libraries are unpacked there, and a crash leaves its
   * report there. Gone when closed, also if the process could not clean up after itself.
   */
  private record ParserDirectory(Path path) implements AutoCloseable {

    static ParserDirectory create(Path place) throws IOException {
      Path parent = Objects.requireNonNull(place.getParent());
      Files.createDirectories(parent);
      return new ParserDirectory(
          Files.createTempDirectory(parent, String.valueOf(place.getFileName())));
    }

    @Override
    public void close() {
      try (Stream<Path> all = Files.walk(path)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(each);
        }
      } catch (IOException e) {
        log.warn("The parser's folder {} could not be removed; remove it by hand", path, e);
      }
    }
  }

  /** Ends a process that has said nothing for too long. */
  private static final class Patience implements AutoCloseable {

    private final Timer timer;
    private final Duration forFile;
    private final CancellationSource end;
    private final AtomicReference<Timer.Alarm> alarm;

    Patience(Timer timer, Duration forStart, Duration forFile, CancellationSource end) {
      this.timer = timer;
      this.forFile = forFile;
      this.end = end;
      this.alarm = new AtomicReference<>(schedule(forStart));
    }

    private Timer.Alarm schedule(Duration delay) {
      return timer.schedule(delay, () -> end.cancel(CancellationCause.deadline(delay)));
    }

    void renew() {
      alarm.getAndSet(schedule(forFile)).cancel();
    }

    @Override
    public void close() {
      alarm.get().cancel();
    }
  }
}
