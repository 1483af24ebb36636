package dev.cleveragents.cli.settings;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads the configuration file. Apart from {@link Config} so that a command without such a file
 * loads no TOML parser.
 */
final class ConfigFile {

  private static final List<String> KNOWN =
      List.of("format", "store.url", "sandbox.confine", "sandbox.writable");
  private static final long MOST_BYTES = 1_000_000;

  private final Path file;

  ConfigFile(Path file) {
    this.file = file;
  }

  /**
   * What the file says.
   *
   * @throws ProblemException if it cannot be read, is no TOML, or a known key has a value of the
   *     wrong type; the message says where
   */
  Config read() {
    String text = content();
    Map<String, Config.Value> values = new LinkedHashMap<>();
    List<Message> warnings = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : flat(parse(text)).entrySet()) {
      String key = entry.getKey();
      String where = file + ":" + lineOf(key, text);
      if (!KNOWN.contains(key)) {
        warnings.add(
            Message.warning(
                "%s: the key '%s' is not known and does nothing; known: %s."
                    .formatted(where, key, String.join(", ", KNOWN))));
      } else if (entry.getValue().isTextual()) {
        values.put(key, new Config.Value(entry.getValue().textValue(), where));
      } else {
        throw broken("%s: '%s' must be text in quotes.".formatted(where, key));
      }
    }
    return new Config(values, warnings);
  }

  /** Tables with dots in their names: {@code [store]} with {@code url} is {@code store.url}. */
  private static Map<String, JsonNode> flat(JsonNode table) {
    Map<String, JsonNode> flat = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : table.properties()) {
      String key = entry.getKey();
      boolean opens = KNOWN.stream().anyMatch(known -> known.startsWith(key + "."));
      if (opens && entry.getValue().isObject()) {
        flat(entry.getValue()).forEach((name, value) -> flat.put(key + "." + name, value));
      } else {
        flat.put(key, entry.getValue());
      }
    }
    return flat;
  }

  private String content() {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw broken("%s has more than %,d bytes.".formatted(file, MOST_BYTES));
      }
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw broken(file + " is not UTF-8 text.");
    } catch (AccessDeniedException e) {
      throw broken(file + " cannot be read: permission denied.");
    } catch (IOException e) {
      throw broken(file + " cannot be read: " + e.getMessage() + ".");
    }
  }

  private JsonNode parse(String text) {
    try {
      return new TomlMapper().readTree(text);
    } catch (JacksonException e) {
      JsonLocation at = e.getLocation();
      String where =
          at == null
              ? file.toString()
              : "%s:%d:%d".formatted(file, at.getLineNr(), at.getColumnNr());
      throw broken(where + ": not valid TOML: " + e.getOriginalMessage());
    }
  }

  /**
   * The parser keeps no place for a value, but a key opens a line: with its whole name or, in a
   * table, with the last part of it.
   */
  private static int lineOf(String key, String text) {
    List<String> lines = text.lines().toList();
    return 1
        + Stream.of(key, key.substring(key.lastIndexOf('.') + 1), key.replaceFirst("[.].*", ""))
            .flatMap(name -> linesOpenedBy(name, lines).boxed())
            .findFirst()
            .orElse(0);
  }

  private static IntStream linesOpenedBy(String name, List<String> lines) {
    Pattern opening = Pattern.compile("\\s*\\[*\\s*[\"']?" + Pattern.quote(name) + "\\b.*");
    return IntStream.range(0, lines.size()).filter(i -> opening.matcher(lines.get(i)).matches());
  }

  private static ProblemException broken(String message) {
    return new ProblemException(
        new Problem(
            ExitCode.USAGE, message, "Correct the file, or move it away to go on without.", null));
  }
}
