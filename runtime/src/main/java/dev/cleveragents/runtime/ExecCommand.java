package dev.cleveragents.runtime;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.cleveragents.kernel.job.JobSpec;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The command of a job of type {@code exec}; its payload as JSON.
 *
 * @param line the line for {@code sh -c}
 * @param directory the working directory; absolute
 * @param deadline the time limit of one attempt, in whole milliseconds
 */
public record ExecCommand(String line, Path directory, Duration deadline) {

  /** The type of these jobs. */
  public static final String TYPE = "exec";

  /** The default time limit of an attempt. */
  public static final Duration DEFAULT_DEADLINE = Duration.ofHours(1);

  private static final JsonFactory JSON = new JsonFactory();

  public ExecCommand {
    if (line.isBlank()) {
      throw new IllegalArgumentException("The command is empty");
    }
    if (line.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("The command contains a NUL character");
    }
    if (!directory.isAbsolute()) {
      throw new IllegalArgumentException(
          "The directory of a job must be absolute, because another process runs it; it is "
              + directory);
    }
    if (deadline.toMillis() < 1) {
      throw new IllegalArgumentException(
          "The deadline must be at least a millisecond, is " + deadline);
    }
  }

  /** A job that runs this command. */
  public JobSpec asJob() {
    return JobSpec.of(TYPE).withPayload(payload());
  }

  String payload() {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("command", line);
      json.writeStringField("directory", directory.toString());
      json.writeNumberField("deadline_ms", deadline.toMillis());
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /**
   * Reads the payload of a job.
   *
   * @throws IllegalArgumentException if it was not made by {@link #asJob}
   */
  public static ExecCommand of(String payload) {
    String line = null;
    String directory = null;
    long millis = 0;
    try (JsonParser json = JSON.createParser(payload)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw unreadable(null);
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case "command" -> line = json.getText();
          case "directory" -> directory = json.getText();
          case "deadline_ms" -> millis = json.getLongValue();
          default -> json.skipChildren();
        }
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
    if (line == null || directory == null) {
      throw unreadable(null);
    }
    return new ExecCommand(line, Path.of(directory), Duration.ofMillis(millis));
  }

  private static IllegalArgumentException unreadable(@Nullable Throwable cause) {
    return new IllegalArgumentException(
        "The payload of this job of type exec cannot be read. Add its command as a new job", cause);
  }
}
