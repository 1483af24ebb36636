package dev.cleveragents.bench.agent;

import dev.cleveragents.engine.model.ModelToolCall;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A task of some turns with one tool call each, and a last turn that ends it. Of five turns two
 * read a file, one edits the file read before, one writes a new file, and one runs {@code true}.
 */
record MixedTask(int turns) {

  static final String GOAL = "Correct the settings of all parts";

  private static final int LINES = 60;

  /** What a turn does. */
  enum Kind {
    READ,
    EDIT,
    WRITE,
    COMMAND
  }

  /** What this turn does; the first is 1. */
  static Kind kind(int turn) {
    return switch ((turn - 1) % 5) {
      case 1 -> Kind.EDIT;
      case 3 -> Kind.WRITE;
      case 4 -> Kind.COMMAND;
      default -> Kind.READ;
    };
  }

  /** The replies to an agent that works in this folder. */
  List<ScriptedReply> replies(Dialect dialect, Path folder) {
    List<ScriptedReply> replies = new ArrayList<>();
    for (int turn = 1; turn <= turns; turn++) {
      replies.add(
          new ScriptedReply(
              "This is turn %d.".formatted(turn), List.of(call(turn, dialect, folder))));
    }
    replies.add(new ScriptedReply("All parts are correct.", List.of()));
    return replies;
  }

  private static ModelToolCall call(int turn, Dialect dialect, Path folder) {
    int part = (turn - 1) / 5 * 2;
    return switch (kind(turn)) {
      case READ -> dialect.read(turn, folder, path((turn - 1) % 5 == 0 ? part : part + 1));
      case EDIT -> dialect.edit(turn, folder, path(part), line(part, 7), line(part, 700));
      case WRITE -> dialect.write(turn, folder, "new/part-%04d.txt".formatted(part), text(part));
      case COMMAND -> dialect.command(turn, "true");
    };
  }

  /** The path of a file that is there before. */
  static String path(int part) {
    return String.format(Locale.ROOT, "src/group-%02d/part-%04d.txt", part % 40, part);
  }

  /** The content of a file. */
  static String text(int part) {
    StringBuilder text = new StringBuilder();
    for (int number = 1; number <= LINES; number++) {
      text.append(line(part, number)).append('\n');
    }
    return text.toString();
  }

  private static String line(int part, int number) {
    return "Line %d of part %d: the setting is %d.".formatted(number, part, number * 31 + part);
  }
}
