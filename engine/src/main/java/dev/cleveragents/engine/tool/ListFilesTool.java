package dev.cleveragents.engine.tool;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Lists the files of the resource that are not ignored. */
public record ListFilesTool() implements Tool<ListFilesTool.Arguments> {

  private static final int MOST = 500;

  public record Arguments(
      @ToolArgument("Glob of the paths, such as src/**/*.java; all files without one.")
          @Nullable String glob) {}

  @Override
  public String name() {
    return "list_files";
  }

  @Override
  public String description() {
    return "Lists the paths of files, at most %d; ignored files are left out.".formatted(MOST);
  }

  @Override
  public Class<Arguments> arguments() {
    return Arguments.class;
  }

  @Override
  public String describe(Arguments arguments) {
    return "list " + (arguments.glob() == null ? "files" : arguments.glob());
  }

  @Override
  public ToolResult run(Arguments arguments, ToolContext context) throws InterruptedException {
    List<String> paths = context.sandbox().paths(context.token());
    if (arguments.glob() != null) {
      PathMatcher matcher;
      try {
        matcher = FileSystems.getDefault().getPathMatcher("glob:" + arguments.glob());
      } catch (PatternSyntaxException e) {
        return ToolResult.failed("The glob is invalid: " + e.getDescription());
      }
      paths = paths.stream().filter(path -> matcher.matches(Path.of(path))).toList();
    }
    String shown = String.join("\n", paths.subList(0, Math.min(MOST, paths.size())));
    return ToolResult.read(
        "found %,d files".formatted(paths.size()),
        paths.size() <= MOST
            ? shown
            : shown + "\n(%,d more; use a narrower glob)".formatted(paths.size() - MOST));
  }
}
