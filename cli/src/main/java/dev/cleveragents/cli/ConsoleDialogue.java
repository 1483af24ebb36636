package dev.cleveragents.cli;

import dev.cleveragents.cli.command.Dialogue;
import dev.cleveragents.cli.output.AnswerRenderer;
import dev.cleveragents.cli.output.DiffColours;
import dev.cleveragents.cli.output.Format;
import dev.cleveragents.cli.output.WordWrap;
import dev.cleveragents.cli.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** The dialogue of one command, on the streams of its process. */
record ConsoleDialogue(
    Streams streams,
    LiveBlock live,
    Settings settings,
    TerminalWidth terminal,
    SignalPatience patience)
    implements Dialogue {

  /** What follows a broken line is indented by as much. */
  private static final int INDENT = 2;

  static ConsoleDialogue of(
      Settings settings, Streams streams, TerminalWidth terminal, SignalPatience patience) {
    boolean rich = settings.format().value() == Format.RICH;
    boolean draws = rich && terminal.isThere() && terminal.canMoveCursor();
    return new ConsoleDialogue(
        streams, new LiveBlock(streams, terminal::columns, draws), settings, terminal, patience);
  }

  private Format format() {
    return settings.format().value();
  }

  private boolean people() {
    return format() == Format.RICH || format() == Format.PLAIN;
  }

  private List<String> wrapped(String text) {
    String line = AnswerRenderer.line(text);
    return terminal.isThere() && format() == Format.RICH
        ? WordWrap.lines(line, terminal.columns(), INDENT)
        : List.of(line);
  }

  @Override
  public void say(String line) {
    if (people()) {
      live.say(wrapped(line));
    }
  }

  @Override
  public void sayDiff(String diff) {
    if (people()) {
      boolean colour = format() == Format.RICH && settings.colour().value();
      String shown = diff.lines().map(AnswerRenderer::line).collect(Collectors.joining("\n"));
      live.say(DiffColours.of(shown, colour).lines().toList());
    }
  }

  @Override
  public void show(List<String> lines) {
    if (live.isShown()) {
      terminal.follow();
    }
    live.show(lines);
  }

  @Override
  public int columns() {
    return terminal.columns();
  }

  @Override
  public boolean isLive() {
    return live.isShown();
  }

  @Override
  public boolean canAsk() {
    return people() && terminal.isThere() && !streams.inputEnded();
  }

  @Override
  public String ask(String question) {
    allow(Duration.ZERO);
    show("");
    try {
      return streams.ask(String.join("\n", wrapped(question)) + " ");
    } finally {
      allow(SignalHandler.GRACE);
    }
  }

  @Override
  public void ifKilled(String lines) {
    patience.ifKilled(people() ? lines : "");
  }

  @Override
  public void allow(Duration time) {
    patience.allow(time);
  }
}
