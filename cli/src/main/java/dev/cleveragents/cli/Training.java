package dev.cleveragents.cli;

import dev.cleveragents.cli.settings.Environment;
import dev.cleveragents.kernel.time.TimeSource;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Run once after a build: goes through what commands have in common, in every format, so that the
 * start-up archive that Java writes at the end of this process holds those classes. Prints nothing
 * and leaves nothing behind.
 */
final class Training {

  private static final List<String> COMMANDS = List.of("version", "help", "no-such-command");
  private static final List<String> FORMATS = List.of("rich", "plain", "json", "yaml");

  private Training() {}

  public static void main(String[] arguments) throws IOException {
    Path home = Files.createTempDirectory("agents-training");
    Path config = home.resolve("config.toml");
    try {
      Files.writeString(config, "format = \"plain\"\n");
      run(home);
    } finally {
      Files.deleteIfExists(config);
      Files.delete(home);
    }
  }

  private static void run(Path home) {
    Environment environment = new Environment(Map.of(), home, home, null, true);
    Streams streams = new Streams(OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
    Interrupts interrupts = Interrupts.listen();
    Application application =
        new Application(environment, streams, TimeSource.system(), interrupts.token(), _ -> {});
    for (String command : COMMANDS) {
      application.run(command, "--data-dir", home.toString());
      for (String format : FORMATS) {
        application.run(command, "--data-dir", home.toString(), "--format", format);
      }
    }
    interrupts.finished(0);
  }
}
