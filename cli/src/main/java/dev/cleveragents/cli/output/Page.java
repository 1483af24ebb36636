package dev.cleveragents.cli.output;

import dev.cleveragents.runtime.view.EntityView;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.ViewRow;
import dev.cleveragents.runtime.view.ViewTable;
import java.util.ArrayList;
import java.util.List;

/** An answer for users: blocks from top to bottom. Immutable. */
public record Page(List<Block> blocks) {

  public Page {
    blocks = List.copyOf(blocks);
  }

  /** One piece of a page. */
  public sealed interface Block {}

  /** Opens a group of rows. */
  public record Heading(String text) implements Block {}

  /** A fact with its label, value, remark (may be empty) and mark. */
  public record Row(String label, String value, String note, Mark mark) implements Block {}

  /** A command to type, with its label and a remark, which may be empty; it is never broken. */
  public record Command(String label, String command, String note) implements Block {}

  /** The names of the columns of the table whose lines follow. */
  public record Columns(List<String> names) implements Block {
    public Columns {
      names = List.copyOf(names);
    }
  }

  /** A line of a table; the last cell is cut if the terminal is too narrow. */
  public record Line(List<String> cells, Mark mark) implements Block {
    public Line {
      cells = List.copyOf(cells);
    }
  }

  /** The id of what was made: short on a terminal, whole elsewhere, because scripts keep it. */
  public record Id(String id) implements Block {}

  /** Lines that are printed as they are. */
  public record Text(String text) implements Block {}

  /** Sentences, whose lines are broken between words. */
  public record Prose(String text) implements Block {}

  /** The difference between files, line by line as git writes it. */
  public record Diff(String text) implements Block {}

  /** Text that reaches standard output as it is, control characters and all: for programs. */
  public record Exact(String text) implements Block {}

  /** A page that is only these lines. */
  public static Page text(String text) {
    return new Page(List.of(new Text(text)));
  }

  /** A page that is only the id of what was made. */
  public static Page id(Object id) {
    return new Page(List.of(new Id(id.toString())));
  }

  /** A page that is only this difference. */
  public static Page diff(String text) {
    return new Page(List.of(new Diff(text)));
  }

  /** A page that is only this, unchanged. */
  public static Page exact(String text) {
    return new Page(List.of(new Exact(text)));
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Collects blocks in order; used by one thread. */
  public static final class Builder {
    private final List<Block> blocks = new ArrayList<>();

    public Builder heading(String text) {
      blocks.add(new Heading(text));
      return this;
    }

    public Builder row(String label, String value) {
      return row(label, value, "", Mark.NONE);
    }

    public Builder row(String label, String value, String note, Mark mark) {
      blocks.add(new Row(label, value, note, mark));
      return this;
    }

    /** The rows of a view. */
    public <T> Builder rows(EntityView<T> view, T subject) {
      view.rows(subject).forEach(this::row);
      return this;
    }

    /** The line of a list. */
    public <T> Builder line(EntityView<T> view, T subject) {
      return row(view.line(subject));
    }

    private Builder row(ViewRow row) {
      return row(row.label(), row.value(), row.note(), row.mark());
    }

    /** A row that stays one line whatever is in it, such as a file's name with a line feed. */
    public Builder oneLine(String label, String value, String note, Mark mark) {
      return row(
          AnswerRenderer.line(label), AnswerRenderer.line(value), AnswerRenderer.line(note), mark);
    }

    /** A command to type. */
    public Builder command(String label, String command) {
      return command(label, command, "");
    }

    /** A command to type, with a remark. */
    public Builder command(String label, String command, String note) {
      blocks.add(new Command(label, command, note));
      return this;
    }

    /** A table with a line per subject, which stays one line whatever is in it. */
    public <T> Builder table(ViewTable<T> table, List<T> subjects) {
      if (!subjects.isEmpty()) {
        blocks.add(new Columns(table.columns()));
      }
      for (T subject : subjects) {
        ViewTable.Line line = table.of(subject);
        blocks.add(new Line(line.cells().stream().map(AnswerRenderer::line).toList(), line.mark()));
      }
      return this;
    }

    /** Sentences, whose lines are broken between words. */
    public Builder prose(String text) {
      blocks.add(new Prose(text));
      return this;
    }

    public Builder text(String text) {
      blocks.add(new Text(text));
      return this;
    }

    public Page build() {
      return new Page(blocks);
    }
  }
}
