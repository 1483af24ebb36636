package dev.cleveragents.engine.tool;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What an actor asks for. Paths are relative to the resource. */
public sealed interface ToolCall {

  /** The tool's name, as it is recorded. */
  String tool();

  /** In a few words, for events and progress. */
  String describe();

  /** What it is used on: paths, or a command line. */
  List<String> subjects();

  /** Writes a file whole, and the folders above it where they are missing. */
  record Write(String path, String content, boolean executable) implements ToolCall {
    @Override
    public String tool() {
      return "write_file";
    }

    @Override
    public String describe() {
      return "write " + path;
    }

    @Override
    public List<String> subjects() {
      return List.of(path);
    }
  }

  /** Replaces a text that stands in a file exactly once. */
  record Edit(String path, String find, String replace) implements ToolCall {
    @Override
    public String tool() {
      return "edit_file";
    }

    @Override
    public String describe() {
      return "edit " + path;
    }

    @Override
    public List<String> subjects() {
      return List.of(path);
    }
  }

  /** Deletes a file. */
  record Delete(String path) implements ToolCall {
    @Override
    public String tool() {
      return "delete_file";
    }

    @Override
    public String describe() {
      return "delete " + path;
    }

    @Override
    public List<String> subjects() {
      return List.of(path);
    }
  }

  /** Moves a file to a path where nothing stands. */
  record Move(String from, String to) implements ToolCall {
    @Override
    public String tool() {
      return "move_file";
    }

    @Override
    public String describe() {
      return "move " + from + " to " + to;
    }

    @Override
    public List<String> subjects() {
      return List.of(from, to);
    }
  }

  /**
   * Runs a line by {@code sh -c}, in the sandbox.
   *
   * @param variables what it is told
   * @param passedOn names of variables of this process that it may see
   */
  record Run(String line, Map<String, String> variables, List<String> passedOn, Duration deadline)
      implements ToolCall {

    public Run {
      variables = Map.copyOf(variables);
      passedOn = List.copyOf(passedOn);
    }

    /** The same call, which is told this too; what it was told already stays. */
    public Run alsoTold(Map<String, String> more) {
      Map<String, String> all = new HashMap<>(more);
      all.putAll(variables);
      return new Run(line, all, passedOn, deadline);
    }

    @Override
    public String tool() {
      return "run_command";
    }

    @Override
    public String describe() {
      return "run " + line;
    }

    @Override
    public List<String> subjects() {
      return List.of(line);
    }
  }
}
