package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.tool.BuiltInTools;
import dev.cleveragents.engine.tool.ToolEffect;
import dev.cleveragents.workspace.NameSuggestion;
import dev.cleveragents.workspace.OperationException;
import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Matches tool calls: all calls of a tool ({@code delete_file}), of the tools of an MCP server
 * ({@code mcp__tracker__*}), all calls ({@code *}), or the calls whose subject matches a pattern
 * ({@code edit_file(src/**)} for paths, {@code run_command(git push*)} for command lines).
 *
 * @param tool its name, or {@code *}; of an MCP server's tool, a glob of its name
 * @param subject a glob for paths, text with {@code *} for command lines; null matches all
 */
public record ToolPattern(String tool, @Nullable String subject) {

  private static final String ALL = "*";
  private static final Pattern WRITTEN =
      Pattern.compile("(mcp__[A-Za-z0-9_*-]+|[a-z_*]+)(?:\\((.+)\\))?");

  /** The beginning of the names of all tools of MCP servers. */
  private static final String MCP = "mcp__";

  /** The text that {@code *} matches in an allowed line: none that starts another command. */
  private static final String NO_OTHER_COMMAND = "[^;&|<>$`(){}\\\\\\n\\r]*";

  public ToolPattern {
    if (!tool.equals(ALL) && !tool.startsWith(MCP) && BuiltInTools.named(tool).isEmpty()) {
      throw OperationException.invalid(
          "there is no tool '%s'%s"
              .formatted(
                  tool,
                  NameSuggestion.to(tool, BuiltInTools.names())
                      .map(it -> ", did you mean '" + it + "'?")
                      .orElse("")));
    }
    if (subject != null && tool.equals(ALL)) {
      throw OperationException.invalid("'*' matches all tools and takes no pattern");
    }
    if (subject != null && tool.startsWith(MCP)) {
      throw OperationException.invalid(
          "'%s' is a tool of an MCP server and takes no pattern".formatted(tool));
    }
    if (subject != null && !isForCommands(tool)) {
      requireGlob(subject);
    }
  }

  /** Whether the subjects of the tool are command lines and not paths. */
  private static boolean isForCommands(String tool) {
    return BuiltInTools.named(tool)
        .filter(it -> it.effects().contains(ToolEffect.RUN_COMMAND))
        .isPresent();
  }

  private static void requireGlob(String glob) {
    try {
      FileSystems.getDefault().getPathMatcher("glob:" + glob);
    } catch (PatternSyntaxException e) {
      throw OperationException.invalid(
          "'%s' is not a glob for paths: %s".formatted(glob, e.getDescription()));
    }
  }

  /**
   * Reads a pattern from YAML.
   *
   * @throws OperationException if the text is not a pattern; the message says why
   */
  public static ToolPattern of(String text) {
    Matcher written = WRITTEN.matcher(text);
    if (!written.matches()) {
      throw OperationException.invalid(
          "'%s' is neither a tool, such as delete_file or mcp__tracker__*, nor a tool with a pattern, such as edit_file(src/**)"
              .formatted(text));
    }
    return new ToolPattern(written.group(1), written.group(2));
  }

  /** Whether it matches a call for at least one of its subjects; used to deny. */
  public boolean matchesAny(String usedTool, List<String> subjects) {
    return matchesTool(usedTool)
        && (subject == null || subjects.stream().anyMatch(it -> matchesSubject(it, ".*")));
  }

  /** Whether it matches a call for all of its subjects; used to allow. */
  public boolean matchesAll(String usedTool, List<String> subjects) {
    return matchesTool(usedTool)
        && (subject == null
            || subjects.stream().allMatch(it -> matchesSubject(it, NO_OTHER_COMMAND)));
  }

  private boolean matchesTool(String usedTool) {
    return tool.equals(ALL)
        || tool.equals(usedTool)
        || (tool.startsWith(MCP) && glob(tool).matcher(usedTool).matches());
  }

  /** Matches text against a glob in which only {@code *} is special. */
  static Pattern glob(String glob) {
    return Pattern.compile(
        Arrays.stream(glob.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
  }

  private boolean matchesSubject(String used, String star) {
    String wanted = String.valueOf(subject);
    if (isForCommands(tool)) {
      String pattern =
          Arrays.stream(wanted.split("\\*", -1))
              .map(Pattern::quote)
              .collect(Collectors.joining(star));
      return Pattern.compile(pattern, Pattern.DOTALL).matcher(used.strip()).matches();
    }
    try {
      return FileSystems.getDefault().getPathMatcher("glob:" + wanted).matches(Path.of(used));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  @Override
  public String toString() {
    return subject == null ? tool : tool + "(" + subject + ")";
  }
}
