package dev.cleveragents.cli.command.demo;

import dev.cleveragents.exec.Command;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** This very program, to be started once more as a process of its own. */
final class CliProgram {

  private static final String MAIN = "dev.cleveragents.cli.Main";

  private CliProgram() {}

  /** With these arguments and this home. */
  static Command with(Path home, String store, String... arguments) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-classpath",
            System.getProperty("java.class.path"),
            MAIN,
            "--data-dir",
            home.toString()));
    line.addAll(List.of(arguments));
    return Command.of(line).withVariable("CLEVERAGENTS_STORE_URL", store);
  }
}
