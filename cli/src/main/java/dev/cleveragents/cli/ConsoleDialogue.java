package dev.cleveragents.cli;

import dev.cleveragents.cli.command.Dialogue;
import dev.cleveragents.cli.output.AnswerRenderer;
import dev.cleveragents.cli.output.Format;
import dev.cleveragents.cli.settings.Environment;
import dev.cleveragents.cli.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** The dialogue of one command, on the streams of its process. */
record ConsoleDialogue(
    Streams streams, LiveBlock live, Format format, boolean terminal, Consumer<Duration> patience)
    implements Dialogue {

  static ConsoleDialogue of(
      Settings settings, Environment environment, Streams streams, Consumer<Duration> patience) {
    Format format = settings.format().value();
    boolean terminal = environment.terminal();
    return new ConsoleDialogue(
        streams,
        new LiveBlock(streams, terminal && format == Format.RICH),
        format,
        terminal,
        patience);
  }

  @Override
  public boolean reachesUser() {
    return format == Format.RICH || format == Format.PLAIN;
  }

  @Override
  public void say(String line) {
    if (reachesUser()) {
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
    return reachesUser() && terminal;
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
  public void allow(Duration time) {
    patience.accept(time);
  }
}
