package dev.cleveragents.cli.command.demo;

import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.Function;

/**
 * The sample project of {@code agents demo}: a shop of a few lines in a git repository, with a test
 * that needs nothing but a shell, and an edit that its owner has not committed yet.
 */
record DemoProject(Path folder) {

  static final String UNCOMMITTED = "SHOPPING.md";

  private static final String NOTE = "my own note, not committed: buy milk\n";

  /** Creates it in this folder, which must be empty or missing. */
  static DemoProject make(Path folder, CommandRunner runner, CancellationToken token)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    script(
        folder.resolve("price.sh"),
        """
        #!/bin/sh
        # Prints the sum of the prices it is given.
        sum=0
        for price in "$@"; do sum=$((sum + price)); done
        echo "$sum"
        """);
    script(
        folder.resolve("test.sh"),
        """
        #!/bin/sh
        # Run by the plan as a check, and by you: ./test.sh
        expect() { [ "$2" = "$3" ] || { echo "$1: expected $2, got $3"; exit 1; }; }
        expect 'plain sum' 30 "$(./price.sh 10 20)"
        if [ -e discount.sh ]; then
          expect '10 percent off' 27 "$(DISCOUNT=10 ./price.sh 10 20)"
        fi
        echo 'all tests pass'
        """);
    Files.writeString(folder.resolve("CHANGES.md"), "- prices can be summed up\n");
    Files.writeString(folder.resolve(UNCOMMITTED), "what to buy:\n");
    Git git = new Git(runner, folder);
    git.run(List.of("init", "--quiet"), token);
    git.run(List.of("add", "--all"), token);
    git.run(
        List.of(
            "-c",
            "user.name=You",
            "-c",
            "user.email=you@example.org",
            "commit",
            "--quiet",
            "--message=A small shop"),
        token);
    Files.writeString(folder.resolve(UNCOMMITTED), "what to buy:\n" + NOTE);
    return new DemoProject(folder);
  }

  private static void script(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Whether the uncommitted edit is unchanged. */
  boolean hasUncommittedEdit() throws IOException {
    return Files.readString(folder.resolve(UNCOMMITTED)).endsWith(NOTE);
  }

  /** Calls with the file of the recording that the demo replays. */
  static <T> T withRecording(Function<Path, T> use) throws IOException {
    Path file = Files.createTempFile("cleveragents-demo-", ".jsonl");
    try (InputStream in =
        DemoProject.class.getResourceAsStream("/dev/cleveragents/cli/demo/recording.jsonl")) {
      if (in == null) {
        throw new IllegalStateException("The demo's recording is not in this program");
      }
      Files.write(file, in.readAllBytes());
      return use.apply(file);
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
