package dev.cleveragents.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cleveragents.cli.settings.Environment;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.time.TimeSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs command lines inside the test's own process, with surroundings of the test's choice. */
public final class TestCli {

  private final Map<String, String> variables = new HashMap<>();
  private final Path home;
  private Path folder;
  private int columns;
  private @Nullable Path launcher;
  private InputStream answers = InputStream.nullInputStream();
  private CancellationToken interrupt = CancellationToken.none();

  /**
   * @param home stands for the person's home folder
   */
  public TestCli(Path home) {
    this.home = home;
    this.folder = home;
    variables.put("PATH", "/usr/bin:/bin");
  }

  /** Sets a variable of its environment. */
  public TestCli variable(String name, String value) {
    variables.put(name, value);
    return this;
  }

  /** Gives commands in this folder. */
  public TestCli in(Path other) {
    folder = other;
    return this;
  }

  /** A terminal so wide that no line is broken. */
  TestCli onTerminal() {
    return onTerminal(1_000);
  }

  TestCli onTerminal(int width) {
    columns = width;
    return this;
  }

  /** What the person types. */
  TestCli answering(String text) {
    answers = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  /** The person types nothing: at the first question comes this instead. */
  TestCli answering(Runnable instead) {
    answers =
        new InputStream() {
          @Override
          public int read() {
            instead.run();
            return -1;
          }

          @Override
          public int read(byte[] bytes, int from, int most) {
            return read();
          }
        };
    return this;
  }

  TestCli launchedBy(Path script) {
    launcher = script;
    return this;
  }

  TestCli interruptedBy(CancellationToken token) {
    interrupt = token;
    return this;
  }

  /** How a command ended. */
  public record Run(int exitCode, String out, String err) {
    /** What it printed, read. */
    public JsonNode json() {
      try {
        return JsonMapper.builder().build().readTree(out);
      } catch (JsonProcessingException e) {
        throw new AssertionError("Not JSON: " + out, e);
      }
    }
  }

  /** Runs one command. */
  public Run run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        new Application(
                new Environment(variables, home, folder, launcher, columns),
                new Streams(answers, out, err),
                TimeSource.system(),
                interrupt,
                _ -> {})
            .run(arguments);
    return new Run(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
