package dev.cleveragents.cli.settings;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.runtime.settings.ContextKeys;
import dev.cleveragents.runtime.settings.Setting;
import dev.cleveragents.runtime.settings.SettingKey;
import dev.cleveragents.runtime.settings.SettingKey.Form;
import dev.cleveragents.workspace.NameSuggestion;
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
 * Reads the configuration file. A separate class, so that the TOML parser is loaded only if there
 * is such a file.
 */
final class ConfigFile {

  private static final List<String> KNOWN = Settings.NAMES;
  private static final long MOST_BYTES = 1_000_000;

  /** A table's name in brackets, or a key. */
  private static final Pattern OPENING =
      Pattern.compile("\\s*(\\[*)\\s*([\\w.\\-\"'\\s]+?)\\s*[]=]");

  private final Path file;

  /** The known keys of the file with their values and places. */
  record Content(Map<String, Setting<String>> values, List<Message> warnings) {

    /** No settings. */
    static final Content EMPTY = new Content(Map.of(), List.of());

    Content {
      values = Map.copyOf(values);
      warnings = List.copyOf(warnings);
    }
  }

  ConfigFile(Path file) {
    this.file = file;
  }

  /**
   * Reads the file.
   *
   * @throws ProblemException if it cannot be read, is not TOML, or a known key has a value of the
   *     wrong type; the message says where
   */
  Content read() {
    String text = content();
    Map<String, Setting<String>> values = new LinkedHashMap<>();
    List<Message> warnings = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : flat("", parse(text)).entrySet()) {
      String key = entry.getKey();
      String where = file + ":" + lineOf(key, text);
      if (!KNOWN.contains(key)) {
        warnings.add(
            Message.warning(
                "%s: unknown key '%s' is ignored; %s"
                    .formatted(
                        where,
                        key,
                        NameSuggestion.to(key, KNOWN)
                            .map("did you mean '%s'?"::formatted)
                            .orElse("'agents config list' shows the known ones."))));
      } else {
        values.put(key, new Setting<>(text(key, entry.getValue(), where), where));
      }
    }
    return new Content(values, warnings);
  }

  /** The value as text; a number or a list of patterns may also be written as TOML's own. */
  private static String text(String key, JsonNode value, String where) {
    Form form =
        Settings.KEYS.stream()
            .filter(it -> it.name().equals(key))
            .map(SettingKey::syntax)
            .map(SettingKey.Syntax::form)
            .findFirst()
            .orElse(Form.TEXT);
    if (value.isTextual()) {
      return value.textValue();
    }
    if (form == Form.NUMBER && value.isIntegralNumber()) {
      return value.asText();
    }
    if (form == Form.PATTERNS && value.isArray()) {
      return joined(key, value, where);
    }
    String wanted =
        switch (form) {
          case TEXT -> "text in quotes";
          case NUMBER -> "a whole number";
          case PATTERNS -> "text in quotes, or a list of quoted texts";
        };
    throw broken("%s: '%s' must be %s.".formatted(where, key, wanted));
  }

  private static String joined(String key, JsonNode list, String where) {
    List<String> patterns = new ArrayList<>();
    list.forEach(each -> patterns.add(each.isTextual() ? each.textValue().strip() : ""));
    String joined = String.join(", ", patterns);
    if (!ContextKeys.patterns(joined).equals(patterns)) {
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
   * The parser keeps no positions, but a key starts a line: with its whole name or, in a table,
   * with the rest of it. A key written otherwise is reported at the line of its first part.
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
            ExitCode.USAGE,
            message,
            "Correct the file, or move it away to use the defaults.",
            null));
  }
}
