package dev.cleveragents.engine.tool;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.change.Change;
import dev.cleveragents.engine.change.FileMode;
import dev.cleveragents.engine.change.FileState;
import dev.cleveragents.engine.change.diff.Differ;
import dev.cleveragents.engine.change.diff.Patch;
import dev.cleveragents.engine.sandbox.Sandbox;
import dev.cleveragents.engine.sandbox.SandboxFiles;
import dev.cleveragents.engine.sandbox.SandboxFiles.Thing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** What a tool would do, for the person who is asked about it. Changes nothing. */
public final class Preview {

  private static final int LONGEST = 20_000;

  private Preview() {}

  /** The difference that it would make, or the lines that it would run; empty if it is none. */
  public static String of(ToolCall call, Sandbox sandbox) {
    try {
      return bounded(
          switch (call) {
            case ToolCall.Write(String path, String content, boolean _) ->
                difference(path, before(path, sandbox), content.getBytes(StandardCharsets.UTF_8));
            case ToolCall.Edit edit -> edited(edit, sandbox);
            case ToolCall.Delete _, ToolCall.Move _ -> "";
            case ToolCall.Run run -> run.line();
          });
    } catch (IOException | PlanException e) {
      return "it will not work: " + e.getMessage();
    }
  }

  private static Optional<byte[]> before(String path, Sandbox sandbox) throws IOException {
    SandboxFiles files = sandbox.files();
    return files.at(path) == Thing.FILE ? Optional.of(files.read(path)) : Optional.empty();
  }

  private static String edited(ToolCall.Edit edit, Sandbox sandbox) throws IOException {
    byte[] now = before(edit.path(), sandbox).orElse(null);
    if (now == null) {
      return "it will not work: there is no file " + edit.path();
    }
    return switch (Replacing.in(now, edit)) {
      case Replacing.Done(byte[] after) -> difference(edit.path(), Optional.of(now), after);
      case Replacing.Impossible(String why) -> "it will not work: " + why;
    };
  }

  private static String difference(String path, Optional<byte[]> before, byte[] after) {
    FileState then = FileState.of(after, FileMode.REGULAR);
    Change change =
        before
            .map(it -> Change.modify("", path, FileState.of(it, FileMode.REGULAR), then))
            .orElseGet(() -> Change.create("", path, then));
    Differ differ = new Differ(hash -> hash.equals(then.hash()) ? Optional.of(after) : before);
    return Patch.forPeople(List.of(differ.diff(change)));
  }

  private static String bounded(String text) {
    return text.length() <= LONGEST
        ? text
        : text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0, LONGEST) - 1))
            + "…\n(%,d characters more)".formatted(text.length() - LONGEST);
  }
}
