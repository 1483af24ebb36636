package dev.cleveragents.engine.yaml;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * A type of document: its schema, its further checks, and the construction of its value. Immutable.
 *
 * @param shape its keys
 * @param check reports problems that a shape cannot express; it sees only the values that fit
 * @param build builds the value of a document without problems
 */
public record DocumentType<T>(
    Shape.Keys shape,
    BiConsumer<YamlMapping, ProblemCollector> check,
    Function<YamlMapping, T> build) {

  /** Reads a document, and reports all its problems at once. */
  public YamlResult<T> read(YamlSource source) {
    ProblemCollector problems = new ProblemCollector(source.name());
    YamlMapping section = section(source, problems);
    if (section != null) {
      check.accept(section, problems);
    }
    List<YamlProblem> found = problems.sorted();
    return section == null || !found.isEmpty()
        ? new YamlResult<>(null, found)
        : new YamlResult<>(build.apply(section), found);
  }

  /** The values that fit its shape, if the document is YAML at all. */
  public Optional<YamlMapping> mapping(YamlSource source) {
    return Optional.ofNullable(section(source, new ProblemCollector(source.name())));
  }

  private @Nullable YamlMapping section(YamlSource source, ProblemCollector problems) {
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(source.name())
            .setCodePointLimit(YamlSource.MOST_BYTES)
            .setSchema(new CoreSchema())
            .setAllowNonScalarKeys(true)
            .build();
    try {
      if (!new DocumentLimits(problems).admits(source.text(), settings)) {
        return null;
      }
      Optional<Node> root = new Compose(settings).composeString(source.text());
      if (root.isEmpty()) {
        problems.add(SourcePosition.START, "the document is empty");
        return null;
      }
      return new ShapeReader(problems).root(root.get(), shape);
    } catch (MarkedYamlEngineException e) {
      problems.add(position(e.getProblemMark().or(e::getContextMark)), syntax(e));
    } catch (ReaderException e) {
      problems.add(
          positionOf(e.getPosition(), source.text()),
          "the character U+%04X is not allowed in YAML".formatted(e.getCodePoint()));
    } catch (YamlEngineException e) {
      problems.add(SourcePosition.START, "this is not YAML: " + e.getMessage());
    } catch (NumberFormatException e) {
      problems.add(
          positionOfEscape(source.text()),
          "this is not YAML: an escape in double quotes does not name a character");
    }
    return null;
  }

  /** Escapes with no digits or too large a number, which the library parses without a check. */
  private static final Pattern NO_NUMBER = Pattern.compile("\\\\(?:[xuU]\\z|U[89A-Fa-f])");

  private static SourcePosition positionOfEscape(String text) {
    Matcher escape = NO_NUMBER.matcher(text);
    return escape.find() ? positionOf(escape.start(), text) : SourcePosition.START;
  }

  private static String syntax(MarkedYamlEngineException e) {
    String problem = "this is not YAML: " + e.getProblem();
    return e.getContext() == null ? problem : problem + ", " + e.getContext();
  }

  static SourcePosition position(Optional<Mark> mark) {
    return mark.map(it -> new SourcePosition(it.getLine() + 1, it.getColumn() + 1))
        .orElse(SourcePosition.START);
  }

  private static SourcePosition positionOf(int position, String text) {
    String before = text.substring(0, Math.min(Math.max(position, 0), text.length()));
    int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
    return new SourcePosition(line, before.length() - before.lastIndexOf('\n'));
  }
}
