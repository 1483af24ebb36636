package dev.cleveragents.cli.command.demo;

import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The sample project of {@code agents demo --parallel}: a shop with twelve departments, each a
 * script, and a test that runs them all. The work on two of them conflicts, and that on two others
 * fails the test together.
 */
record ParallelProject(Path folder) {

  static final List<String> DEPARTMENTS =
      List.of(
          "bakery", "books", "cards", "clothes", "flowers", "fruit", "garden", "gifts", "music",
          "paper", "tea", "toys");

  /** Whose work changes the same line of {@link #CONFLICTED}. */
  static final String CONFLICTED = "OPENING.md";

  /** Does the work of one department, as an agent would; a second of it is thinking. */
  static final String WORKER =
      """
      sleep 1
      printf 'discount() { echo $(($1 * 90 / 100)); }\\n[ "$(discount 100)" = 90 ]\\n' >> {file}
      case "$AGENTS_FILE" in
        */books.sh) sed -i 's/total/sum_of/' lib.sh "$AGENTS_FILE" ;;
        */cards.sh) printf '[ "$(total 1 2)" = 3 ]\\n' >> "$AGENTS_FILE" ;;
        */gifts.sh) sed -i 's/9 to 17/9 to 18 (gifts)/' OPENING.md ;;
        */toys.sh) sed -i 's/9 to 17/9 to 20 (toys)/' OPENING.md ;;
      esac
      """;

  /** Repairs what the test finds, as an agent would. */
  static final String REPAIRER = "sed -i 's/total/sum_of/' departments/*.sh";

  /** Makes one line of the two sides of a conflict, as an agent would. */
  static final String RESOLVER = "echo 'open from 9 to 20 (gifts to 18)' > {file}";

  /** The file of a department. */
  static String file(String department) {
    return "departments/%s.sh".formatted(department);
  }

  /** Creates it in this folder, which must be empty or missing. */
  static ParallelProject make(Path folder, CommandRunner runner, CancellationToken token)
      throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve("departments"));
    Files.writeString(
        folder.resolve("lib.sh"),
        """
        # Prints the sum of prices.
        total() { sum=0; for price in "$@"; do sum=$((sum + price)); done; echo "$sum"; }
        """);
    Files.writeString(folder.resolve(CONFLICTED), "open from 9 to 17\n");
    for (String department : DEPARTMENTS) {
      String own = department.equals("books") ? "[ \"$(total 10 20)\" = 30 ]\n" : "";
      Files.writeString(
          folder.resolve(file(department)),
          "# The department of %s.\n. ./lib.sh\n%s".formatted(department, own));
    }
    Files.writeString(
        folder.resolve("test.sh"),
        """
        # Run by the plan as a check, and by you: sh test.sh
        for each in departments/*.sh; do
          sh -e "$each" || { echo "$each fails"; exit 1; }
        done
        echo 'all departments work'
        """);
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
            "--message=A shop with twelve departments"),
        token);
    return new ParallelProject(folder);
  }
}
