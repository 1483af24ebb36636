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
 * What a kind of document looks like, what else must hold in it, and what it becomes. Immutable.
 *
 * @param shape its keys
 * @param check reports what a shape cannot say; it sees a mapping without whatever does not fit
 * @param build makes the value of a document without problems
 */
public record Document<T>(
    Shape.Keys shape, BiConsumer<Section, Problems> check, Function<Section, T> build) {

  /** Reads a document, and reports everything that is wrong with it at once. */
  public Checked<T> read(Source source) {
    Problems problems = new Problems(source.name());
    Section section = section(source, problems);
    if (section != null) {
      check.accept(section, problems);
    }
    List<YamlProblem> found = problems.sorted();
    return section == null || !found.isEmpty()
        ? new Checked<>(null, found)
        : new Checked<>(build.apply(section), found);
  }

  private @Nullable Section section(Source source, Problems problems) {
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(source.name())
            .setCodePointLimit(Source.MOST_BYTES)
            .setSchema(new CoreSchema())
            .setAllowNonScalarKeys(true)
            .build();
    try {
      if (!new Bounds(problems).admits(source.text(), settings)) {
        return null;
      }
      Optional<Node> root = new Compose(settings).composeString(source.text());
      if (root.isEmpty()) {
        problems.add(Place.START, "the document is empty");
        return null;
      }
      return new ShapeReader(problems).root(root.get(), shape);
    } catch (MarkedYamlEngineException e) {
      problems.add(place(e.getProblemMark().or(e::getContextMark)), syntax(e));
    } catch (ReaderException e) {
      problems.add(
          placeOf(e.getPosition(), source.text()),
          "the character U+%04X cannot stand in YAML".formatted(e.getCodePoint()));
    } catch (YamlEngineException e) {
      problems.add(Place.START, "this is no YAML: " + e.getMessage());
    } catch (NumberFormatException e) {
      problems.add(
          placeOfEscape(source.text()),
          "this is no YAML: an escape within double quotes names no character");
    }
    return null;
  }

  /** Escapes whose digits the library takes for a number without looking: none, or too great. */
  private static final Pattern NO_NUMBER = Pattern.compile("\\\\(?:[xuU]\\z|U[89A-Fa-f])");

  private static Place placeOfEscape(String text) {
    Matcher escape = NO_NUMBER.matcher(text);
    return escape.find() ? placeOf(escape.start(), text) : Place.START;
  }

  private static String syntax(MarkedYamlEngineException e) {
    String problem = "this is no YAML: " + e.getProblem();
    return e.getContext() == null ? problem : problem + ", " + e.getContext();
  }

  static Place place(Optional<Mark> mark) {
    return mark.map(it -> new Place(it.getLine() + 1, it.getColumn() + 1)).orElse(Place.START);
  }

  private static Place placeOf(int position, String text) {
    String before = text.substring(0, Math.min(Math.max(position, 0), text.length()));
    int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
    return new Place(line, before.length() - before.lastIndexOf('\n'));
  }
}
