package dev.cleveragents.cli.settings;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.engine.Nearest;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the configuration file. Apart from {@link Config} so that a command without such a file
 * loads no TOML parser.
 */
final class ConfigFile {

  private static final List<String> KNOWN = ConfigEdit.NAMES;
  private static final long MOST_BYTES = 1_000_000;

  /** A table's name in brackets, or a key. */
  private static final Pattern OPENING =
      Pattern.compile("\\s*(\\[*)\\s*([\\w.\\-\"'\\s]+?)\\s*[]=]");

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
    for (Map.Entry<String, JsonNode> entry : flat("", parse(text)).entrySet()) {
      String key = entry.getKey();
      String where = file + ":" + lineOf(key, text);
      if (!KNOWN.contains(key)) {
        warnings.add(
            Message.warning(
                "%s: the key '%s' is not known and does nothing; %s"
                    .formatted(
                        where,
                        key,
                        Nearest.to(key, KNOWN)
                            .map("did you mean '%s'?"::formatted)
                            .orElse("'agents config list' shows those that are."))));
      } else {
        values.put(key, new Config.Value(text(key, entry.getValue(), where), where));
      }
    }
    return new Config(values, warnings);
  }

  /** Text; where a list or a number is meant, also as TOML writes these. */
  private static String text(String key, JsonNode value, String where) {
    boolean ours = ContextSettings.NAMES.contains(key);
    if (value.isTextual()) {
      return value.textValue();
    }
    if (ours && !ContextSettings.isList(key) && value.isIntegralNumber()) {
      return value.asText();
    }
    if (ours && ContextSettings.isList(key) && value.isArray()) {
      return joined(key, value, where);
    }
    throw broken(
        ours
            ? "%s: '%s' must be %s."
                .formatted(
                    where,
                    key,
                    ContextSettings.isList(key)
                        ? "text in quotes, or a list of such"
                        : "a whole number")
            : "%s: '%s' must be text in quotes.".formatted(where, key));
  }

  private static String joined(String key, JsonNode list, String where) {
    List<String> patterns = new ArrayList<>();
    list.forEach(each -> patterns.add(each.isTextual() ? each.textValue().strip() : ""));
    String joined = String.join(", ", patterns);
    if (!ContextSettings.patterns(joined).equals(patterns)) {
      throw broken(
          "%s: '%s' must be a list of patterns in quotes, none of them empty or with a comma outside of braces."
              .formatted(where, key));
    }
    return joined;
  }

  /** Tables with dots in their names: {@code [store]} with {@code url} is {@code store.url}. */
  private static Map<String, JsonNode> flat(String before, JsonNode table) {
    Map<String, JsonNode> flat = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : table.properties()) {
      String key = before + entry.getKey();
      boolean opens = KNOWN.stream().anyMatch(known -> known.startsWith(key + "."));
      if (opens && entry.getValue().isObject()) {
        flat.putAll(flat(key + ".", entry.getValue()));
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
   * table, with the rest of it. What stands otherwise is said to be where its first part is.
   */
  private static int lineOf(String key, String text) {
    List<String> lines = text.lines().toList();
    String table = "";
    int first = 0;
    for (int i = 0; i < lines.size(); i++) {
      Matcher opening = OPENING.matcher(lines.get(i));
      if (opening.lookingAt()) {
        String name = opening.group(2).replaceAll("[\"'\\s]", "");
        boolean opensTable = !opening.group(1).isEmpty();
        table = opensTable ? name + "." : table;
        if (key.equals(opensTable ? name : table + name)) {
          return i + 1;
        }
        boolean near = first == 0 && key.startsWith(opensTable ? name : table + name);
        first = near ? i + 1 : first;
      }
    }
    return Math.max(1, first);
  }

  private static ProblemException broken(String message) {
    return new ProblemException(
        new Problem(
            ExitCode.USAGE, message, "Correct the file, or move it away to go on without.", null));
  }
}
