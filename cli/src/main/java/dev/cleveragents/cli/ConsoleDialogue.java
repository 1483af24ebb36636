package dev.cleveragents.cli;

import dev.cleveragents.cli.command.Dialogue;
import dev.cleveragents.cli.output.AnswerRenderer;
import dev.cleveragents.cli.output.Format;
import dev.cleveragents.cli.settings.Environment;
import dev.cleveragents.cli.settings.Settings;
import java.time.Duration;
import java.util.List;

/** The dialogue of one command, on the streams of its process. */
record ConsoleDialogue(
    Streams streams, LiveBlock live, Format format, boolean terminal, SignalPatience patience)
    implements Dialogue {

  static ConsoleDialogue of(
      Settings settings, Environment environment, Streams streams, SignalPatience patience) {
    Format format = settings.format().value();
    boolean terminal = environment.terminal();
    return new ConsoleDialogue(
        streams,
        new LiveBlock(streams, terminal && format == Format.RICH),
        format,
        terminal,
        patience);
  }

  private boolean people() {
    return format == Format.RICH || format == Format.PLAIN;
  }

  @Override
  public void say(String line) {
    if (people()) {
      live.say(AnswerRenderer.line(line));
    }
  }

  @Override
  public void show(List<String> lines) {
    live.show(lines);
  }

  @Override
  public boolean isLive() {
    return live.isShown();
  }

  @Override
  public boolean canAsk() {
    return people() && terminal;
  }

  @Override
  public String ask(String question) {
    allow(Duration.ZERO);
    show("");
    try {
      return streams.ask(AnswerRenderer.line(question) + " ");
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
