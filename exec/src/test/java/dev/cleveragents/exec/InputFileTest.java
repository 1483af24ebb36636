package dev.cleveragents.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a killed process left of the input of its programs is told from what a living one has. */
class InputFileTest {

  @TempDir private Path folder;

  /** A name that this process gives. */
  private static String own() throws Exception {
    Path own = InputFile.make(ByteBuffer.wrap(new byte[] {1}));
    Files.delete(own);
    return own.getFileName().toString();
  }

  /** The name that this process gives, with another id. */
  private static String nameOf(long pid) throws Exception {
    return own().replaceFirst("@\\d+_", "@" + pid + "_");
  }

  private static long deadPid() throws Exception {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    return process.pid();
  }

  @Test
  void thoseOfTheDeadAreFoundThoseOfTheLivingAndOfOthersAreNot() throws Exception {
    Path dead = Files.createFile(folder.resolve(nameOf(deadPid())));
    Path earlier =
        Files.createFile(
            folder.resolve(
                nameOf(ProcessHandle.current().pid()).replaceFirst("_[0-9a-f-]{36}_", "_before_")));
    Files.createFile(folder.resolve(nameOf(ProcessHandle.current().pid())));
    Files.createFile(folder.resolve(nameOf(deadPid()).replaceFirst("_\\d+@", "_1@")));
    Files.createFile(folder.resolve("cleveragents-input@of somebody"));
    assertThat(InputFile.left(folder)).containsExactlyInAnyOrder(dead, earlier);
    assertThat(OrphanedCommands.inputs(folder)).containsExactlyInAnyOrder(dead, earlier);
    assertThat(OrphanedCommands.inputs(folder.resolve("nothing"))).isEqualTo(List.of());
  }

  @Test
  void anInterruptDoesNotKeepItFromBeingMade() throws Exception {
    Thread.currentThread().interrupt();
    Path file = InputFile.make(ByteBuffer.wrap(new byte[] {1, 2}));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(file).hasBinaryContent(new byte[] {1, 2});
    Files.delete(file);
  }

  @Test
  void aProgramThatWasStartedLeavesNone() throws Exception {
    CommandResult result =
        Command.of("cat")
            .withInput("all of it".getBytes(StandardCharsets.UTF_8))
            .run(CancellationToken.none());
    assertThat(result.output().text()).isEqualTo("all of it");
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    // An earlier process that was killed may have had the same id, but did not start when this did.
    String own = own().replaceFirst("@[^@]*$", "@");
    try (var files = Files.list(temporary)) {
      assertThat(files.map(it -> it.getFileName().toString()).filter(it -> it.startsWith(own)))
          .isEmpty();
    }
  }
}
