package dev.cleveragents.bench.agent;

import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.workspace.Json;
import java.nio.file.Path;
import java.util.Map;

/** The names that an agent gives its tools and their arguments. */
enum Dialect {
  OURS("read_file", "edit_file", "write_file", "run_command"),
  CLAUDE_CODE("Read", "Edit", "Write", "Bash"),
  OPENCODE("read", "edit", "write", "bash");

  private final String read;
  private final String edit;
  private final String write;
  private final String command;

  Dialect(String read, String edit, String write, String command) {
    this.read = read;
    this.edit = edit;
    this.write = write;
    this.command = command;
  }

  ModelToolCall read(int turn, Path folder, String path) {
    return call(turn, read, Map.of(pathName(), place(folder, path)));
  }

  ModelToolCall edit(int turn, Path folder, String path, String find, String replace) {
    return call(
        turn,
        edit,
        switch (this) {
          case OURS -> Map.of("path", path, "find", find, "replace", replace);
          case CLAUDE_CODE ->
              Map.of("file_path", place(folder, path), "old_string", find, "new_string", replace);
          case OPENCODE ->
              Map.of("filePath", place(folder, path), "oldString", find, "newString", replace);
        });
  }

  ModelToolCall write(int turn, Path folder, String path, String content) {
    return call(turn, write, Map.of(pathName(), place(folder, path), "content", content));
  }

  ModelToolCall command(int turn, String line) {
    return call(
        turn,
        command,
        this == OURS
            ? Map.of("command", line)
            : Map.of("command", line, "description", "Run a command"));
  }

  private String pathName() {
    return switch (this) {
      case OURS -> "path";
      case CLAUDE_CODE -> "file_path";
      case OPENCODE -> "filePath";
    };
  }

  /** The others want whole paths. */
  private String place(Path folder, String path) {
    return this == OURS ? path : folder.resolve(path).toString();
  }

  private static ModelToolCall call(int turn, String tool, Map<String, ?> arguments) {
    return new ModelToolCall("call_" + turn, tool, Json.write(arguments));
  }
}
