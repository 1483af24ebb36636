package dev.cleveragents.cli.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cleveragents.cli.TestCli;
import dev.cleveragents.exec.InstalledPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the scripts in their shells; a shell that is missing is skipped. */
class CompletionScriptsTest {

  @TempDir private Path folder;

  /** A program that writes down what it is asked, and offers two plans. */
  @BeforeEach
  void stub() throws IOException {
    Path agents = folder.resolve("agents");
    Files.writeString(
        agents,
        "#!/bin/sh\nprintf '<%s>' \"$@\" > \"$0.asked\"\nprintf '8K4T\\tone\\n8K4V\\ttwo\\n'\n");
    Files.setPosixFilePermissions(agents, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private String run(String shell, String lines) throws IOException, InterruptedException {
    String path = System.getenv("PATH");
    assumeTrue(InstalledPrograms.on(path, shell), shell);
    Path script = folder.resolve("script");
    String completion = new TestCli(folder).run("completion", shell).out();
    Files.writeString(script, completion + lines);
    ProcessBuilder builder = new ProcessBuilder(shell, script.toString());
    builder.environment().put("PATH", folder + ":" + path);
    builder.environment().put("HOME", folder.toString());
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out;
  }

  private String asked() throws IOException {
    return Files.readString(folder.resolve("agents.asked"));
  }

  @Test
  void bash() throws IOException, InterruptedException {
    String out =
        run(
            "bash",
            """
            COMP_WORDS=(agents plan diff 8K)
            COMP_CWORD=3
            _complete_agents
            printf '%s\\n' "${COMPREPLY[@]}"
            """);

    assertThat(out).isEqualTo("8K4T\n8K4V\n");
    assertThat(asked()).isEqualTo("<__complete><8K><plan><diff>");
  }

  @Test
  void zsh() throws IOException, InterruptedException {
    String out =
        run(
            "zsh",
            """
            compadd() { print -l -- "${candidates[@]}" "${shown[@]}"; }
            words=(agents plan 'diff' 8K)
            CURRENT=4
            _agents
            """);

    assertThat(out).isEqualTo("8K4T\n8K4V\n8K4T  -- one\n8K4V  -- two\n");
    assertThat(asked()).isEqualTo("<__complete><8K><plan><diff>");
  }

  @Test
  void fish() throws IOException, InterruptedException {
    assertThat(run("fish", "complete -C 'agents plan diff 8K'\n"))
        .isEqualTo("8K4T\tone\n8K4V\ttwo\n");
    assertThat(asked()).isEqualTo("<__complete><8K><plan><diff>");
  }
}
