package dev.cleveragents.cli.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prints the envelope for programs, also when the command fails:
 *
 * <pre>{command, status, exit_code, data{}, timing{started, duration_ms}, messages[{level, text}]}
 * </pre>
 *
 * <p>Nothing goes to standard error. A message that is the error itself is left out: people see it
 * beside the page of a negative answer, programs have it in {@code data.error}.
 */
final class EnvelopeRenderer implements AnswerRenderer {

  private final JsonFactory factory;
  private final boolean indent;

  private EnvelopeRenderer(JsonFactory factory, boolean indent) {
    this.factory = factory;
    this.indent = indent;
  }

  static EnvelopeRenderer json() {
    return new EnvelopeRenderer(new JsonFactory(), true);
  }

  static EnvelopeRenderer yaml() {
    return new EnvelopeRenderer(
        YAMLFactory.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .build(),
        false);
  }

  @Override
  public Rendered render(CommandAnswer answer) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = factory.createGenerator(text)) {
      if (indent) {
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        generator.setPrettyPrinter(
            new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter));
      }
      write(generator, envelope(answer));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Rendered(text.toString().stripTrailing() + "\n", "");
  }

  private static Data envelope(CommandAnswer answer) {
    Outcome outcome = answer.outcome();
    List<Data> messages =
        outcome.messages().stream()
            .filter(message -> !message.text().equals(outcome.problem()))
            .map(m -> Data.of("level", m.level().toString()).with("text", m.text()))
            .toList();
    return Data.of("command", answer.command())
        .with("status", outcome.status())
        .with("exit_code", outcome.exitCode().number())
        .with("data", outcome.data())
        .with(
            "timing",
            Data.of("started", answer.started()).with("duration_ms", answer.duration().toMillis()))
        .with("messages", messages);
  }

  private static void write(JsonGenerator generator, @Nullable Object value) throws IOException {
    switch (value) {
      case null -> generator.writeNull();
      case String text -> generator.writeString(text);
      case Boolean flag -> generator.writeBoolean(flag);
      case Integer number -> generator.writeNumber(number);
      case Long number -> generator.writeNumber(number);
      case Double number -> generator.writeNumber(number);
      case List<?> list -> {
        generator.writeStartArray();
        for (Object element : list) {
          write(generator, element);
        }
        generator.writeEndArray();
      }
      case Data data -> {
        generator.writeStartObject();
        for (var entry : data.entries()) {
          generator.writeFieldName(entry.getKey());
          write(generator, entry.getValue());
        }
        generator.writeEndObject();
      }
      default ->
          throw new IllegalArgumentException("Unexpected type in an answer: " + value.getClass());
    }
  }
}
