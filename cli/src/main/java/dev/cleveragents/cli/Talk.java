package dev.cleveragents.cli;

import dev.cleveragents.cli.command.Dialogue;
import dev.cleveragents.cli.output.Format;
import dev.cleveragents.cli.output.Renderer;
import dev.cleveragents.cli.settings.Environment;
import dev.cleveragents.cli.settings.Settings;
import java.time.Duration;
import java.util.function.Consumer;

/** The dialogue of one command, on the streams of its process. */
record Talk(
    Streams streams, LiveLine live, boolean people, boolean terminal, Consumer<Duration> patience)
    implements Dialogue {

  static Talk of(
      Settings settings, Environment environment, Streams streams, Consumer<Duration> patience) {
    Format format = settings.format().value();
    boolean terminal = environment.terminal();
    return new Talk(
        streams,
        new LiveLine(streams, terminal && format == Format.RICH),
        format == Format.RICH || format == Format.PLAIN,
        terminal,
        patience);
  }

  @Override
  public void say(String line) {
    if (people) {
      live.say(Renderer.line(line));
    }
  }

  @Override
  public void show(String now) {
    live.show(now);
  }

  @Override
  public boolean canAsk() {
    return people && terminal;
  }

  @Override
  public String ask(String question) {
    allow(Duration.ZERO);
    show("");
    try {
      return streams.ask(Renderer.line(question) + " ");
    } finally {
      allow(Interrupts.GRACE);
    }
  }

  @Override
  public void allow(Duration time) {
    patience.accept(time);
  }
}
