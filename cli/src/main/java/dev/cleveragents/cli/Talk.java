package dev.cleveragents.cli;

import dev.cleveragents.cli.command.Dialogue;
import dev.cleveragents.cli.output.Format;
import dev.cleveragents.cli.output.Renderer;
import dev.cleveragents.cli.settings.Environment;
import dev.cleveragents.cli.settings.Settings;
import java.time.Duration;
import java.util.function.Consumer;

/** The dialogue of one command, on the streams of its process. */
record Talk(Streams streams, boolean people, boolean terminal, Consumer<Duration> patience)
    implements Dialogue {

  static Talk of(
      Settings settings, Environment environment, Streams streams, Consumer<Duration> patience) {
    Format format = settings.format().value();
    return new Talk(
        streams, format == Format.RICH || format == Format.PLAIN, environment.terminal(), patience);
  }

  @Override
  public void say(String line) {
    if (people) {
      streams.tell(Renderer.line(line) + "\n");
    }
  }

  @Override
  public boolean canAsk() {
    return people && terminal;
  }

  @Override
  public String ask(String question) {
    allow(Duration.ZERO);
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
