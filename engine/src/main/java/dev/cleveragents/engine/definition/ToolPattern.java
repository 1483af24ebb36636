package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.Nearest;
import dev.cleveragents.engine.PlanException;
import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which uses of tools a guard means: all of a tool, as {@code delete_file}; all of them, {@code *};
 * or those of a tool on what a pattern fits, as {@code edit_file(src/**)} for paths or {@code
 * run_command(git push*)} for command lines.
 *
 * @param tool its name, or {@code *}
 * @param subject a glob for paths, words with {@code *} for command lines; null for all
 */
public record ToolPattern(String tool, @Nullable String subject) {

  /** The tool whose subject is a command line and no path. */
  public static final String COMMANDS = "run_command";

  /** The tools there are. */
  public static final Set<String> TOOLS =
      Set.of("write_file", "edit_file", "delete_file", "move_file", COMMANDS);

  private static final String ALL = "*";
  private static final Pattern WRITTEN = Pattern.compile("([a-z_*]+)(?:\\((.+)\\))?");

  /** What {@code *} stands for in a line that is allowed: nothing that begins another command. */
  private static final String NO_OTHER_COMMAND = "[^;&|<>$`(){}\\\\\\n\\r]*";

  public ToolPattern {
    if (!tool.equals(ALL) && !TOOLS.contains(tool)) {
      throw PlanException.invalid(
          "there is no tool '%s'%s"
              .formatted(
                  tool,
                  Nearest.to(tool, TOOLS).map(it -> ", did you mean '" + it + "'?").orElse("")));
    }
    if (subject != null && tool.equals(ALL)) {
      throw PlanException.invalid("'*' stands for all tools and takes no pattern");
    }
    if (subject != null && !tool.equals(COMMANDS)) {
      requireGlob(subject);
    }
  }

  private static void requireGlob(String glob) {
    try {
      FileSystems.getDefault().getPathMatcher("glob:" + glob);
    } catch (PatternSyntaxException e) {
      throw PlanException.invalid(
          "'%s' is no pattern for paths: %s".formatted(glob, e.getDescription()));
    }
  }

  /**
   * Reads one as people write it.
   *
   * @throws PlanException if it is none; says why
   */
  public static ToolPattern of(String text) {
    Matcher written = WRITTEN.matcher(text);
    if (!written.matches()) {
      throw PlanException.invalid(
          "'%s' is neither a tool, as delete_file, nor a tool with a pattern, as edit_file(src/**)"
              .formatted(text));
    }
    return new ToolPattern(written.group(1), written.group(2));
  }

  /**
   * Whether it means this use for one of these paths or lines: what is forbidden so is forbidden.
   */
  public boolean meansAny(String usedTool, List<String> subjects) {
    return meansTool(usedTool)
        && (subject == null || subjects.stream().anyMatch(it -> fits(it, ".*")));
  }

  /** Whether it means this use for all of these paths or lines: what is allowed so is allowed. */
  public boolean meansAll(String usedTool, List<String> subjects) {
    return meansTool(usedTool)
        && (subject == null || subjects.stream().allMatch(it -> fits(it, NO_OTHER_COMMAND)));
  }

  private boolean meansTool(String usedTool) {
    return tool.equals(ALL) || tool.equals(usedTool);
  }

  private boolean fits(String used, String star) {
    String wanted = String.valueOf(subject);
    if (tool.equals(COMMANDS)) {
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
