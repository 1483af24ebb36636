package dev.cleveragents.cli;

import dev.cleveragents.cli.settings.Environment;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.workspace.files.Deletion;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs common commands in every format once after a build, so that the start-up archive that Java
 * writes when this process ends holds their classes. Prints nothing and leaves no files.
 */
final class StartupTraining {

  private static final List<String> COMMANDS =
      List.of(
          "job add --exec true", "job list", "worker status", "version", "help", "no-such-command");
  private static final List<String> FORMATS = List.of("rich", "plain", "json", "yaml");

  private StartupTraining() {}

  public static void main(String[] arguments) throws IOException {
    Path home = Files.createTempDirectory("agents-training");
    Path config = home.resolve("config.toml");
    try {
      Files.writeString(config, "format = \"plain\"\n");
      run(home);
    } finally {
      Deletion.of(home);
    }
  }

  private static void run(Path home) {
    Environment environment = new Environment(Map.of(), home, home, null, 80);
    Streams streams = new Streams(OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
    SignalHandler interrupts = SignalHandler.listen();
    Application application =
        new Application(environment, streams, TimeSource.system(), interrupts.token(), _ -> {});
    for (String command : COMMANDS) {
      List<String> words = new ArrayList<>(List.of(command.split(" ")));
      words.addAll(List.of("--data-dir", home.toString()));
      application.run(words.toArray(String[]::new));
      for (String format : FORMATS) {
        List<String> more = new ArrayList<>(words);
        more.addAll(List.of("--format", format));
        application.run(more.toArray(String[]::new));
      }
    }
    interrupts.finished(0);
  }
}
