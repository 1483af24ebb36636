package dev.cleveragents.engine.tool;

import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.sandbox.SandboxFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Replaces a text that occurs exactly once in a file. Bytes of the file that are not UTF-8 stay as
 * they are.
 */
public record EditFileTool() implements Tool<EditFileTool.Arguments> {

  static final int LONGEST_TEXT = 500_000;

  public record Arguments(
      @ToolArgument(value = "Path of the file in the resource.", path = true) String path,
      @ToolArgument(value = "A text that occurs exactly once.", longest = LONGEST_TEXT) String find,
      @ToolArgument(value = "The text to put there.", mayBeEmpty = true, longest = LONGEST_TEXT)
          String replace) {

    /**
     * The file's bytes after the edit.
     *
     * @throws OperationException if the text does not occur exactly once
     */
    byte[] edited(byte[] bytes) {
      String text = new String(bytes, StandardCharsets.ISO_8859_1);
      String wanted = bytesAsText(find);
      int at = text.indexOf(wanted);
      if (wanted.isEmpty() || at < 0) {
        throw OperationException.invalid(
            "The text to replace is not in %s%s"
                .formatted(path, NearestLines.in(path, bytes, find)));
      }
      if (text.indexOf(wanted, at + 1) >= 0) {
        throw OperationException.invalid(
            "The text to replace occurs more than once in %s; include more of the lines around it"
                .formatted(path));
      }
      String edited =
          text.substring(0, at) + bytesAsText(replace) + text.substring(at + wanted.length());
      return edited.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String bytesAsText(String text) {
      return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
  }

  @Override
  public String name() {
    return "edit_file";
  }

  @Override
  public String scriptKey() {
    return "edit";
  }

  @Override
  public String description() {
    return "Replaces a text in a file.";
  }

  @Override
  public Class<Arguments> arguments() {
    return Arguments.class;
  }

  @Override
  public List<ToolEffect> effects() {
    return List.of(ToolEffect.EDIT_FILE);
  }

  @Override
  public List<String> subjects(Arguments arguments) {
    return List.of(arguments.path());
  }

  @Override
  public String describe(Arguments arguments) {
    return "edit " + arguments.path();
  }

  @Override
  public String preview(Arguments arguments, SandboxFiles files) throws IOException {
    Optional<byte[]> before = FilePreview.current(arguments.path(), files);
    byte[] after = arguments.edited(before.orElseThrow(() -> missing(arguments)));
    return FilePreview.diff(arguments.path(), before, after);
  }

  @Override
  public ToolResult run(Arguments arguments, ToolContext context) throws IOException {
    SandboxFiles files = context.sandbox().files();
    Optional<byte[]> before = FilePreview.current(arguments.path(), files);
    byte[] after;
    try {
      after = arguments.edited(before.orElseThrow(() -> missing(arguments)));
    } catch (OperationException e) {
      return ToolResult.failed(String.valueOf(e.getMessage()));
    }
    files.replace(arguments.path(), after);
    return ToolResult.done("edited " + arguments.path());
  }

  private static OperationException missing(Arguments arguments) {
    return OperationException.invalid("There is no file %s to edit".formatted(arguments.path()));
  }
}
