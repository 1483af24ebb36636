package dev.cleveragents.engine.tool;

import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.sandbox.SandboxFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Applies a unified diff to several files: to all of them or to none. */
public record ApplyPatchTool() implements Tool<ApplyPatchTool.Arguments> {

  static final int LONGEST_PATCH = 500_000;

  public record Arguments(
      @ToolArgument(
              value = "A unified diff with '--- a/path' and '+++ b/path' lines and @@ hunks.",
              longest = LONGEST_PATCH)
          String patch) {}

  @Override
  public String name() {
    return "apply_patch";
  }

  @Override
  public String description() {
    return "Applies a unified diff to one or more files; all hunks must match, or none is applied.";
  }

  @Override
  public Class<Arguments> arguments() {
    return Arguments.class;
  }

  @Override
  public List<ToolEffect> effects() {
    return List.of(ToolEffect.CREATE_FILE, ToolEffect.EDIT_FILE, ToolEffect.DELETE_FILE);
  }

  @Override
  public List<ToolEffect> effects(Arguments arguments, SandboxFiles files) throws IOException {
    PatchedFiles patched = PatchedFiles.of(UnifiedPatch.parse(arguments.patch()), files);
    Set<ToolEffect> effects = new LinkedHashSet<>();
    patched
        .after()
        .forEach(
            (path, bytes) ->
                effects.add(
                    bytes.isEmpty()
                        ? ToolEffect.DELETE_FILE
                        : patched.before().getOrDefault(path, Optional.empty()).isEmpty()
                            ? ToolEffect.CREATE_FILE
                            : ToolEffect.EDIT_FILE));
    return List.copyOf(effects);
  }

  @Override
  public List<String> subjects(Arguments arguments) {
    return UnifiedPatch.parse(arguments.patch()).files().stream()
        .flatMap(
            file -> Stream.of(Optional.ofNullable(file.from()), Optional.ofNullable(file.to())))
        .flatMap(Optional::stream)
        .distinct()
        .toList();
  }

  /**
   * {@inheritDoc}
   *
   * @throws OperationException also if the text is no patch, so that its paths are known
   */
  @Override
  public Arguments readJson(String json) {
    Arguments arguments = ArgumentRecord.of(this).readJson(json);
    subjects(arguments);
    return arguments;
  }

  @Override
  public String describe(Arguments arguments) {
    return "patch " + String.join(", ", subjects(arguments));
  }

  @Override
  public String preview(Arguments arguments, SandboxFiles files) throws IOException {
    PatchedFiles patched = PatchedFiles.of(UnifiedPatch.parse(arguments.patch()), files);
    List<String> diffs = new ArrayList<>();
    for (Map.Entry<String, Optional<byte[]>> file : patched.after().entrySet()) {
      Optional<byte[]> before = patched.before().getOrDefault(file.getKey(), Optional.empty());
      diffs.add(
          file.getValue()
              .map(bytes -> FilePreview.diff(file.getKey(), before, bytes))
              .orElse("delete " + file.getKey() + "\n"));
    }
    return String.join("", diffs);
  }

  @Override
  public ToolResult run(Arguments arguments, ToolContext context) throws IOException {
    PatchedFiles patched;
    try {
      patched = PatchedFiles.of(UnifiedPatch.parse(arguments.patch()), context.sandbox().files());
    } catch (OperationException e) {
      return ToolResult.failed(String.valueOf(e.getMessage()));
    }
    patched.write();
    return ToolResult.done(
        "patched "
            + patched.after().entrySet().stream()
                .map(it -> it.getKey() + (it.getValue().isEmpty() ? " (deleted)" : ""))
                .collect(Collectors.joining(", ")));
  }
}
